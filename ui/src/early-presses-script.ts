/** Time after the last press of a button until its presses are dropped: an action that starts later would surprise the visitor. */
const MAX_WAIT_MS = 30_000;
/** Pixels that a pointer may move during a press of a control that the layout moves: a finger is never quite still. */
const MAX_POINTER_MOVE = 15;

/**
 * For the head of the page. Remembers presses, also by keyboard, which sends clicks too. The browser itself submits a form
 * that has an action. Drops the press of a button that opens a dialog or menu when the visitor presses something else, and every
 * press when the visitor leaves the page: the back/forward cache could restore it much later.
 *
 * A control that the layout has moved between press and release gets the click: the browser would send it to whatever is under the
 * pointer at the release. Content moves when parts below the first view are laid out after a jump down the page. Who moves the pointer
 * off a control cancels the press (WCAG 2.5.2).
 */
export const EARLY_PRESSES_SCRIPT = `(()=>{let p,y,f,at=()=>p.getBoundingClientRect().y,drop=(s,b)=>document.querySelectorAll('[data-waiting]'+s).forEach(w=>w==b||delete w.dataset.waiting);addEventListener('pagehide',()=>drop(''));addEventListener('pointerdown',e=>{p=e.target.closest('a,button');y=p&&at();f=e},true);addEventListener('click',e=>{let b=e.target.closest('button:not([aria-disabled=true],form[action] [type=submit])'),d=b?.dataset,stop=()=>{e.preventDefault();e.stopPropagation()};if(e.isTrusted){if(e.detail&&p?.isConnected&&!p.contains(e.target)&&at()!=y&&Math.hypot(e.clientX-f.clientX,e.clientY-f.clientY)<${MAX_POINTER_MOVE}){stop();p.dispatchEvent(new MouseEvent('click',e));return}drop(':is([aria-haspopup],[data-press=last])',b)}if(!b||!d.waiting&&self.isHydrated?.(b))return;stop();b.pressedName=b.ariaLabel;b.pressedState=b.ariaPressed;d.waiting=(d.waiting||'')+' '+e.timeStamp;clearTimeout(b.dropTimer);b.dropTimer=setTimeout(()=>delete d.waiting,${MAX_WAIT_MS})},true)})()`;
