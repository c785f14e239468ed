// The tools of this server wrap what they give in MCP content blocks.
function unwrap(result) {
  if (result?.isError) {
    throw new Error(result.content?.[0]?.text ?? 'tool failed');
  }
  const text = (result?.content ?? [])
    .filter((block) => block.type === 'text')
    .map((block) => block.text)
    .join('');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

let profile = {};
try {
  profile = unwrap(await actions.mcp.callTool({ name: 'get_profile', arguments: { id: input.customerId } })) ?? {};
} catch (error) {
  console.log('No profile:', error.message);
}

const raw = unwrap(await actions.mcp.callTool({ name: 'list_orders', arguments: { customer: input.customerId } }));
const orders = Array.isArray(raw) ? raw : Array.isArray(raw?.orders) ? raw.orders : [];

const total = orders.reduce((sum, order) => sum + (Number(order?.amount) || 0), 0);
const ids = orders.map((order) => /^ord[-_](\d+)$/i.exec(order?.id ?? '')?.[1]).filter(Boolean);
const snapshot = structuredClone({ profile, orders });
snapshot.orders = snapshot.orders.length;

const name = typeof profile?.name === 'string' && profile.name.trim() !== '' ? profile.name.trim() : 'Customer';
return `${name} has ${orders.length} order${orders.length === 1 ? '' : 's'} (${ids.join(', ') || 'no ids'}) worth ${total.toFixed(2)}. ${JSON.stringify(snapshot).length > 2 ? 'OK' : ''}`.trim();
