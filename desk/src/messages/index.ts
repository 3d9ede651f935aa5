export { MESSAGE_VIEWS, type MessagesSearch } from './message-views.ts';
export { ChooseThread, MessagesPage } from './messages-page.tsx';
export { NewMessagePage } from './new-message-page.tsx';
export { ThreadPage } from './thread-page.tsx';
