import { chromium } from 'playwright-core';
const [,, base, out, user, password, ...paths]=process.argv;
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']});
for (const scheme of ['light','dark']) for (const w of [1280,390]) {
  const c=await b.newContext({viewport:{width:w,height:w>600?820:800},colorScheme:scheme});
  const p=await c.newPage();
  p.on('console',m=>{ if(['error','warning'].includes(m.type())) console.log(scheme,w,m.text().slice(0,300)); });
  p.on('pageerror',e=>console.log('PAGEERROR',String(e).slice(0,400)));
  await p.goto(base+'/editor/login'); await p.waitForSelector('input[autocomplete=username]');
  await p.screenshot({path:`${out}/login-${w}-${scheme}.png`});
  await p.fill('input[autocomplete=username]',user); await p.fill('input[type=password]',password); await p.click('button[type=submit]');
  await p.waitForSelector('main#main'); await p.waitForTimeout(2000);
  let first=true;
  for (const path of paths) { const [name,to]=path.split('=');
    if (to!=='') { await p.evaluate(t=>{history.pushState({},'', '/editor'+t); dispatchEvent(new PopStateEvent('popstate'))}, to); await p.waitForTimeout(1200);} else await p.waitForTimeout(500);
    await p.screenshot({path:`${out}/${name}-${w}-${scheme}.png`}); }
  await c.close();
}
await b.close();
