const fs = require("fs");
const path = require("path");

const { invoices } = await actions.listInvoices({ status: "unpaid" });
const lines = invoices.map((invoice) => `${invoice.id};${invoice.amountCents / 100}`);
const file = path.join("/tmp", "report.csv");
fs.writeFileSync(file, lines.join("\n"));
return { file, lines: lines.length };
