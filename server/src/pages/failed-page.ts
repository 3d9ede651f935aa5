import { brand } from '@sokuwa/contract/brand.ts';

/** What a visitor sees when a page broke while it was rendered: no script, no style of the shop may be needed for it. */
export const failedPage = `<!DOCTYPE html>
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
<p>This page could not be made. Our team can see why. Please try again in a moment.</p>
<p><a href="">Try Again</a> · <a href="/">Return Home</a></p>
</main>
</body>
</html>
`;
