export default async function batchUpdate({ ids = [], tag = 'reviewed', batchSize = 5 } = {}) {
  const unique = [...new Set(ids)];
  const size = Math.max(1, Math.min(batchSize, 20));
  const batches = Array.from({ length: Math.ceil(unique.length / size) }, (_, i) =>
    unique.slice(i * size, (i + 1) * size),
  );

  const updatedAt = new Date().toISOString();
  const stats = { ok: 0, failed: 0, failures: [] };

  for (const [index, batch] of batches.entries()) {
    const settled = await Promise.allSettled(
      batch.map((id) => actions.crm.updateContact({ id, fields: { tag, updatedAt } })),
    );
    settled.forEach((result, i) => {
      if (result.status === 'fulfilled') {
        stats.ok++;
      } else {
        stats.failed++;
        stats.failures.push(`${batch[i]}: ${result.reason?.code ?? result.reason?.message ?? 'unknown'}`);
      }
    });
    const percent = Math.round(((index + 1) / batches.length) * 100);
    console.info(`[${'#'.repeat(Math.floor(percent / 10)).padEnd(10, '.')}] ${percent}%`);
    if (index < batches.length - 1) await sleep(250);
  }

  data.lastRun = { tag, batches: batches.length };
  return { ...stats, batches: batches.length };
}
