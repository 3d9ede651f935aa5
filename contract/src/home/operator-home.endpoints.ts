import { endpoint } from '../endpoint.ts';
import type { OptionalActReason } from '../operators/acts.schemas.ts';
import { apiWriteRefusals, bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type {
  DraftChange,
  HomePicture,
  HomeState,
  HomeVersionDetail,
  HomeVersions,
  Preview,
  PreviewRequest,
  Publication,
  Reversion,
  VersionsQuery,
} from './home.schemas.ts';

const writeRefusals = [...apiWriteRefusals, ...bodyRefusals] as const;
const contentRefusals = ['home_picture_unknown', 'unknown_category'] as const;

export const getHomeState = endpoint<{ response: HomeState }>()({
  method: 'GET',
  path: '/operator/home/',
  auth: 'operator',
  area: 'home',
  summary: 'What the home page shows, what is scheduled, and the draft',
  refusals: [...signedInRefusals],
});

export const listHomeVersions = endpoint<{ query: VersionsQuery; response: HomeVersions }>()({
  method: 'GET',
  path: '/operator/home/versions/',
  auth: 'operator',
  area: 'home',
  summary: 'Everything that was published on the home page, newest first',
  refusals: [...signedInRefusals, 'invalid_input'],
});

export const getHomeVersion = endpoint<{ params: { version: number }; response: HomeVersionDetail }>()({
  method: 'GET',
  path: '/operator/home/versions/{version}/',
  auth: 'operator',
  area: 'home',
  summary: 'One version of the home page with its content',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

/** home_changed: somebody saved or published meanwhile; read the draft again, and show both. */
export const saveHomeDraft = endpoint<{ body: DraftChange; response: HomeState }>()({
  method: 'PUT',
  path: '/operator/home/draft/',
  auth: 'operator',
  area: 'home',
  summary: 'Save the draft of the home page',
  refusals: [...writeRefusals, 'home_changed', ...contentRefusals],
});

export const addHomePicture = endpoint<{ body: FormData; response: HomePicture }>()({
  method: 'POST',
  path: '/operator/home/pictures/',
  auth: 'operator',
  area: 'home',
  summary: 'Upload a picture for the home page',
  refusals: [...writeRefusals, 'picture_invalid', 'picture_too_large', 'pictures_unavailable', 'too_busy'],
});

/** Publishes the draft, now or at a time. */
export const publishHome = endpoint<{ body: Publication; response: HomeState }>()({
  method: 'POST',
  path: '/operator/home/publish/',
  auth: 'operator',
  area: 'home',
  summary: 'Publish the draft of the home page, now or at a time',
  refusals: [...writeRefusals, 'home_changed', 'home_draft_missing', 'home_period_invalid', ...contentRefusals],
});

export const cancelHomeVersion = endpoint<{
  params: { version: number };
  body: OptionalActReason;
  response: HomeState;
}>()({
  method: 'POST',
  path: '/operator/home/versions/{version}/cancel/',
  auth: 'operator',
  area: 'home',
  summary: 'Cancel a version that has not begun',
  refusals: [...writeRefusals, 'not_found', 'home_version_begun'],
});

/** Publishes the content of a former version again, now and without an end. */
export const revertHome = endpoint<{ body: Reversion; response: HomeState }>()({
  method: 'POST',
  path: '/operator/home/revert/',
  auth: 'operator',
  area: 'home',
  summary: 'Publish a former version of the home page, or the built-in content, again',
  refusals: [...writeRefusals, 'not_found'],
});

export const previewHome = endpoint<{ body: PreviewRequest; response: Preview }>()({
  method: 'POST',
  path: '/operator/home/preview/',
  auth: 'operator',
  area: 'home',
  summary: 'Open a preview of the draft or of a version for an hour',
  refusals: [...writeRefusals, 'not_found'],
});
