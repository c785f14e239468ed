// Sum up what was ordered today.
const response = await fetch("https://shop.example.com/api/orders?day=today", {
  headers: { Authorization: `Bearer ${process.env.SHOP_TOKEN}` },
});
if (!response.ok) throw new Error(`HTTP ${response.status}`);
const { orders } = await response.json();
const total = orders.reduce((sum, order) => sum + order.amount, 0);
await actions.sendEmail({ to: "shop@example.com", subject: "Orders", body: `${orders.length} orders, ${total.toFixed(2)}` });
return { orders: orders.length, total };
