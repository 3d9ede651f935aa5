import { chromium } from '@playwright/test';
const base='http://localhost:4311';
const b=await chromium.launch({executablePath:process.env.CHROMIUM||'/usr/bin/chromium', args:['--no-sandbox']});
const r=await fetch(base+'/backend/login/',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({email:'ada@people.example',password:'palm oil and pepper'})});
const login=await r.json(); const H={authorization:`Token ${login.token}`};
const orders=await (await fetch(base+'/backend/list-orders',{headers:H})).json();
const threads=(await (await fetch(base+'/backend/user/messages',{headers:H})).json()).results;
const names=['pending','paid','partly','parcels','returned','cancelled','oldest'];
const pages={sandbox:'/sandbox',orders:'/order',wallet:'/wallet',inbox:'/inbox',addresses:'/profile/addresses'};
orders.forEach((o,i)=>{pages['order-'+names[i]]=`/order/details/${o.id}`;});
for (const n of ['parcels','returned','cancelled','partly']) pages['receipt-'+n]=`/order/${orders[names.indexOf(n)].id}/receipt`;
threads.forEach((t,i)=>{pages['message-'+i]=`/inbox/message/details/${t.id}`;});
const only=process.argv[2]; 
for (const [w,h] of [[390,844],[1280,900]]) {
  const c=await b.newContext({viewport:{width:w,height:h}});
  const p=await c.newPage();
  await p.goto(base+'/login?next=%2Forder');
  await p.getByLabel('Email',{exact:true}).fill('ada@people.example');
  await p.getByLabel('Password',{exact:true}).fill('palm oil and pepper');
  await p.getByRole('button',{name:'Sign In',exact:true}).click();
  await p.waitForURL('**/order');
  p.on('console',m=>{ if(m.type()==='error') console.log(w,p.url(),m.text()); });
  for (const [n,u] of Object.entries(pages)) { if(only&&!n.match(only)) continue; await p.goto(base+u); await p.waitForTimeout(900);
    const over=await p.evaluate(()=>document.documentElement.scrollWidth-innerWidth); if(over>0) console.log('overflow',w,n,over);
    await p.screenshot({path:`/tmp/market-shots/${n}-${w}.png`,fullPage:true}); }
  // the return form
  if(!only||'return-form'.match(only)) { await p.goto(base+pages['order-returned']); await p.waitForTimeout(900); const bt=p.getByRole('button',{name:/return/i}); console.log(await bt.allTextContents()); }
  await c.close();
}
await b.close();
