// Tables of two who move in turn as fast as they can: how many moves a second, and how soon does the other see one?
// `open(number)` gives the two of a table; each has `move()`, and calls `moved(seat)` when it sees that somebody has moved.

export async function measure(tables, seconds, open) {
  let [moves, counts, latencies] = [0, false, []];
  for (let number = 0; number < tables; number++) {
    let sent = 0;
    const players = await open(number, (me, mover) => {
      if (me === mover) {
        if (counts) moves++;
        return;
      }
      if (counts) latencies.push(performance.now() - sent);
      sent = performance.now();
      players[me].move();
    });
    sent = performance.now();
    players[0].move();
  }
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  await pause(2000);
  const start = performance.now();
  counts = true;
  await pause(seconds * 1000);
  const passed = (performance.now() - start) / 1000;
  latencies.sort((a, b) => a - b);
  const percentile = (p) => Math.round((latencies[Math.floor((latencies.length * p) / 100)] ?? 0) * 1000) / 1000;
  const figures = { tables, moves_per_second: Math.round(moves / passed), p50: percentile(50), p99: percentile(99) };
  console.log(JSON.stringify({ ...figures, end: true }));
  process.exit(0);
}
