import { brand } from '@sokuwa/contract/brand.ts';

/** Shown when a page fails to render. It needs no script or style of the shop. */
export const ERROR_PAGE = `<!DOCTYPE html>
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
<p>This page could not be displayed. Our team can see the cause. Please try again in a moment.</p>
<p><a href="">Try Again</a> · <a href="/">Return Home</a></p>
</main>
</body>
</html>
`;
