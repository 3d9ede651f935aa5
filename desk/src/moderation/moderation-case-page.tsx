import { REPORT_REASON_NAMES } from '@sokuwa/contract/moderation/moderation.rules.ts';
import type { ModerationCase } from '@sokuwa/contract/moderation/operator-moderation.schemas.ts';
import { formatNaira, formatNairaPrice, kobo } from '@sokuwa/contract/money.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleX, ExternalLink } from 'lucide-react';
import { isNotFound } from '../lib/errors.ts';
import { formatBoundedCount, formatCount, formatDayAndTime } from '../lib/format.ts';
import { canRead, canWrite, type Workplace } from '../lib/session.ts';
import { ProductBadge } from '../products/index.ts';
import { Breadcrumb, breadcrumbLinkClass } from '../ui/breadcrumb.tsx';
import { buttonClass } from '../ui/button.tsx';
import { FactRow, Facts } from '../ui/facts.tsx';
import { Note } from '../ui/note.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Columns, Panel, PanelStack } from '../ui/panel.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { DecidePanel } from './decide-panel.tsx';
import { moderationCaseQuery } from './moderation.queries.ts';
import { nameAct, nameActor } from './moderation.rules.ts';

/** One product: what the shopper sees, what is said against it, and the decision. */
export function ModerationCasePage({ operator, productId }: { operator: Workplace; productId: number }) {
  const found = useQuery(moderationCaseQuery(productId));
  return (
    <>
      <Breadcrumb current={found.data?.product.title ?? productId}>
        <Link to="/market/catalogue/moderation" className={breadcrumbLinkClass}>
          To moderate
        </Link>
      </Breadcrumb>
      {found.isPending && <LoadingRows label="Loading the product" />}
      {found.isError && isNotFound(found.error) && (
        <EmptyPanel
          picture="search"
          icon={CircleX}
          title="There is no such product"
          action={
            <Link to="/market/catalogue/moderation" className={buttonClass()}>
              Products to moderate
            </Link>
          }
        />
      )}
      {found.isError && !found.data && !isNotFound(found.error) && (
        <ErrorPanel what="The product" error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.data && <Details operator={operator} found={found.data} />}
    </>
  );
}

function Details({ operator, found }: { operator: Workplace; found: ModerationCase }) {
  const { product, merchant, is_in_shop, reports } = found;
  const { taken_down } = product;
  return (
    <>
      <PageHead
        title={product.title}
        isPlain
        badges={
          <ProductBadge
            state={product.state}
            isTakenDown={taken_down !== null}
            isMerged={product.merged_into !== null}
          />
        }
        subtitle={`Number ${product.id} · changed ${formatDayAndTime(product.changed_at)}`}
        actions={
          is_in_shop && (
            <a href={`/product/details/${product.id}`} target="_blank" rel="noreferrer" className={buttonClass()}>
              <ExternalLink />
              In the shop
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          )
        }
      />
      <Columns>
        <PanelStack>
          {taken_down && (
            <Note tone="warning">
              <b className="font-semibold">Taken down {formatDayAndTime(taken_down.at)}:</b> “{taken_down.reason}”
              {taken_down.asked_at && (
                <span className="mt-1 block">
                  The merchant has changed it, and asked for a review on {formatDayAndTime(taken_down.asked_at)}.
                </span>
              )}
            </Note>
          )}
          <ReportsPanel reports={reports} />
          <Panel title="As the shopper sees it" isPadded>
            {product.pictures.length > 0 ? (
              <ul className="mb-4 grid grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-4">
                {product.pictures.map(({ id, image_url, alt }) => (
                  <li key={id}>
                    <img
                      src={image_url}
                      alt={alt}
                      loading="lazy"
                      className="placeholder-pattern corner-28 aspect-square w-full rounded-md object-cover"
                    />
                  </li>
                ))}
              </ul>
            ) : (
              <p className="mb-4 text-secondary">It has no picture.</p>
            )}
            <Facts isLeft>
              <FactRow name="Store">
                {canRead(operator, 'merchants') ? (
                  <Link
                    to="/market/merchants/$merchantId"
                    params={{ merchantId: String(merchant.id) }}
                    className="text-link"
                  >
                    {merchant.name}
                  </Link>
                ) : (
                  merchant.name
                )}
                {merchant.is_suspended && ', suspended'}
              </FactRow>
              <FactRow name="Price">
                {product.sale_price === null ? (
                  'None yet'
                ) : (
                  <>
                    {formatNairaPrice(product.sale_price)}
                    {product.discount_percent > 0 && product.price !== null && (
                      <span className="text-muted">
                        {' '}
                        instead of {formatNaira(kobo(Math.round(product.price * 100)))}
                      </span>
                    )}
                  </>
                )}
              </FactRow>
              <FactRow name="Category">{product.category_path.join(' › ') || 'None yet'}</FactRow>
              <FactRow name="Stock">{formatCount(product.stock)}</FactRow>
              <FactRow name="Comes from">{product.origin}</FactRow>
              {product.brand !== null && <FactRow name="Brand">{product.brand}</FactRow>}
              {product.warranty !== null && <FactRow name="Warranty">{product.warranty}</FactRow>}
              {product.keywords.length > 0 && <FactRow name="Keywords">{product.keywords.join(', ')}</FactRow>}
            </Facts>
            <p className="wrap-anywhere mt-4 whitespace-pre-line border-line border-t pt-4">
              {product.description || 'It has no description.'}
            </p>
          </Panel>
        </PanelStack>
        <PanelStack>
          {canWrite(operator, 'catalogue') ? (
            <DecidePanel found={found} />
          ) : (
            <Panel title="Decide" isPadded>
              <p className="text-secondary">The catalogue role and owners decide.</p>
            </Panel>
          )}
          <HistoryPanel history={found.history} />
        </PanelStack>
      </Columns>
    </>
  );
}

function ReportsPanel({ reports: { open, results } }: { reports: ModerationCase['reports'] }) {
  return (
    <Panel title="Open reports" aside={<span className="text-muted">{formatBoundedCount(open)}</span>}>
      {results.length === 0 && <p className="px-4 pb-4 text-secondary">Nobody reports it now.</p>}
      <ul>
        {results.map(({ id, reason, text, reported_at }) => (
          <li key={id} className="border-line border-t px-4 py-2.5">
            <b className="font-semibold">{REPORT_REASON_NAMES[reason]}</b>
            {text !== '' && <span className="wrap-anywhere block whitespace-pre-line">“{text}”</span>}
            <span className="block text-muted text-xs">A shopper · {formatDayAndTime(reported_at)}</span>
          </li>
        ))}
      </ul>
      {open > results.length && (
        <p className="border-line border-t px-4 py-2.5 text-muted text-xs">The first {results.length} are shown.</p>
      )}
    </Panel>
  );
}

/** What operators have done with the product. */
function HistoryPanel({ history }: { history: ModerationCase['history'] }) {
  return (
    <Panel title="History">
      {history.length === 0 && <p className="px-4 pb-4 text-secondary">No operator has done anything with it.</p>}
      <ul>
        {history.map((act) => (
          <li key={`${act.at} ${act.action}`} className="border-line border-t px-4 py-2.5">
            <b className="font-semibold">{nameAct(act.action)}</b>
            {act.reason && <span className="wrap-anywhere block text-secondary">“{act.reason}”</span>}
            <span className="block text-muted text-xs">
              {formatDayAndTime(act.at)} · {nameActor(act)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
