import { MAX_MOVED_PRODUCTS } from '@sokuwa/contract/catalog/categories.rules.ts';
import * as calls from '@sokuwa/contract/catalog/operator-categories.endpoints.ts';
import * as schemas from '@sokuwa/contract/catalog/operator-categories.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { actLive } from '../platform/audit.ts';
import { isRefused } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import * as service from './category-tree.service.ts';
import { type CountedNode, selectCountedTree } from './category-tree.sql.ts';

const LIMIT = { maxProducts: MAX_MOVED_PRODUCTS };

const presentNode = ({ parent: _, position: __, ...node }: CountedNode) => node;

/** What operators do with the tree of categories (CATEGORY-1). */
export const operatorCategoryRoutes = (app: FastifyInstance, { db }: Pick<ShopParts, 'db'>): void => {
  const response = schemas.operatorCategories;
  const params = schemas.categoryParams;
  const readTree = async (): Promise<schemas.OperatorCategories> => {
    const tree = await selectCountedTree(db);
    const below = (nodes: readonly CountedNode[], parent: number) => nodes.filter((node) => node.parent === parent);
    return {
      results: tree.category.map((category) => ({
        ...presentNode(category),
        sub_categories: below(tree.sub_category, category.id).map((sub) => ({
          ...presentNode(sub),
          sub_items: below(tree.sub_item, sub.id).map(presentNode),
        })),
      })),
    };
  };
  /** Responds with the tree after a change, or its refusal. */
  const respond = async <R>(changed: Promise<R>) => {
    const result = await changed;
    return isRefused(result) ? (result as Extract<R, { refused: string }>) : readTree();
  };

  serve(app, calls.listOperatorCategories, { response }, readTree);
  serve(app, calls.createCategory, { body: schemas.newCategory, response }, ({ actor, body: { reason, ...body } }) =>
    respond(service.createCategory(db, body, actLive(actor, reason))),
  );
  serve(
    app,
    calls.changeCategory,
    { params, body: schemas.categoryChange, response },
    ({ actor, params: place, body: { reason, ...change } }) =>
      respond(service.changeCategory(db, place, change, actLive(actor, reason))),
  );
  serve(
    app,
    calls.moveCategory,
    { params, body: schemas.categoryMove, response },
    ({ actor, params: place, body: { reason, ...move } }) =>
      respond(service.moveCategory(db, place, move, actLive(actor, reason), LIMIT)),
  );
  serve(
    app,
    calls.mergeCategory,
    { params, body: schemas.categoryMerge, response },
    ({ actor, params: place, body: { into_id, reason } }) =>
      respond(service.mergeCategory(db, place, into_id, actLive(actor, reason), LIMIT)),
  );
  serve(app, calls.deleteCategory, { params, response }, ({ actor, params: place }) =>
    respond(service.deleteCategory(db, place, actLive(actor))),
  );
};
