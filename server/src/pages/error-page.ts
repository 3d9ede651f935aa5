import { brand } from '@sokuwa/contract/brand.ts';

const MAX_MESSAGE_LENGTH = 300;

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Renders the page that is shown when a page fails to render. It uses no script or style of the shop.
 * @param message the error's text, which SHELL-70 requires to be shown; never its stack
 */
export const renderErrorPage = (message: string): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Unexpected Application Error! | ${brand.name}</title>
</head>
<body>
<main>
<h1>Unexpected Application Error!</h1>
<p>${escapeHtml(message.slice(0, MAX_MESSAGE_LENGTH))}</p>
<p>This page could not be displayed. Please try again in a moment.</p>
<p><a href="">Try Again</a> · <a href="/">Return Home</a></p>
</main>
</body>
</html>
`;
