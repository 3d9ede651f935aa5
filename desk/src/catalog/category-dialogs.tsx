import type { CategoryLevel } from '@sokuwa/contract/catalog/categories.rules.ts';
import { MAX_CATEGORY_NAME_LENGTH } from '@sokuwa/contract/catalog/categories.rules.ts';
import {
  changeCategory,
  createCategory,
  deleteCategory,
  mergeCategory,
  moveCategory,
} from '@sokuwa/contract/catalog/operator-categories.endpoints.ts';
import type { OperatorCategories } from '@sokuwa/contract/catalog/operator-categories.schemas.ts';
import { Dialog } from '@sokuwa/ui/dialog.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../lib/api.ts';
import { describeError, isRefusal } from '../lib/errors.ts';
import { applyFieldErrors } from '../lib/form-errors.ts';
import { formatNumberOf } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { SelectField, TextArea, TextField } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { categoriesQuery } from './categories.queries.ts';
import { flatten, LEVEL_NAMES, levelBelow, pathOf, placeOf, siblingsOf, type TreeNode } from './tree.rules.ts';

/** Puts a changed tree into the cache. */
export const useSaveCategories = () => {
  const queryClient = useQueryClient();
  return (tree: OperatorCategories): void => {
    queryClient.setQueryData(categoriesQuery.queryKey, tree);
  };
};

const paramsOf = ({ level, id }: TreeNode) => ({ level, id });

function FormDialog({
  title,
  description,
  keepLabel = 'Not now',
  confirmLabel,
  isDanger = false,
  isBusy,
  failure,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  description?: ReactNode;
  keepLabel?: string;
  confirmLabel: string;
  isDanger?: boolean;
  isBusy: boolean;
  failure: string | undefined;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title={title}
      {...(description !== undefined && { description })}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {failure && <Note tone="bad">{failure}</Note>}
        {children}
        <div className="mt-2 flex flex-wrap gap-3 *:flex-auto">
          <Button onClick={onClose} disabled={isBusy}>
            {keepLabel}
          </Button>
          <Button type="submit" variant={isDanger ? 'danger-solid' : 'primary'} busy={isBusy}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Creates a node, or gives one another name. */
export function NameDialog({
  node,
  parent,
  onSaved,
  onClose,
}: {
  /** The one that is renamed; undefined for a new one. */
  node?: TreeNode;
  /** Where a new one comes; undefined for a category. */
  parent?: TreeNode | undefined;
  onSaved?: () => void;
  onClose: () => void;
}) {
  const save = useSaveCategories();
  const level: CategoryLevel = node?.level ?? levelBelow(parent?.level) ?? 'sub_item';
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { name: node?.name ?? '' } });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ name }) => {
    try {
      save(
        node
          ? await api.call(changeCategory, { params: paramsOf(node), body: { name } })
          : await api.call(createCategory, { body: { level, parent_id: parent?.id ?? null, name } }),
      );
      toast.success(node ? `“${node.name}” is “${name.trim()}” now` : `“${name.trim()}” is created`);
      onSaved?.();
      onClose();
    } catch (error) {
      if (isRefusal(error, 'category_exists'))
        setError('name', { message: describeError(error) }, { shouldFocus: true });
      else applyFieldErrors(error, setError, ['name']);
    }
  });
  return (
    <FormDialog
      title={node ? `Rename “${node.name}”` : `New ${LEVEL_NAMES[level]}${parent ? ` in “${parent.name}”` : ''}`}
      description={
        node ? 'The new name shows everywhere within a second. The address stays.' : 'It becomes the last in its place.'
      }
      confirmLabel={node ? 'Rename it' : `Create the ${LEVEL_NAMES[level]}`}
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={MAX_CATEGORY_NAME_LENGTH}
        error={errors.name?.message}
        {...register('name', { validate: (name) => name.trim() !== '' || 'Write a name.' })}
      />
    </FormDialog>
  );
}

/** Moves a node without drag and drop. */
export function MoveDialog({
  roots,
  node,
  onClose,
}: {
  roots: readonly TreeNode[];
  node: TreeNode;
  onClose: () => void;
}) {
  const save = useSaveCategories();
  const now = placeOf(roots, node);
  const [parentId, setParentId] = useState(now.parent_id);
  const [position, setPosition] = useState(now.position);
  const parents = flatten(roots).filter(({ level }) => levelBelow(level) === node.level);
  const parent = parents.find(({ id }) => id === parentId);
  const others = siblingsOf(roots, parent).filter((one) => one !== node);
  const move = useMutation({
    mutationFn: () => api.call(moveCategory, { params: paramsOf(node), body: { parent_id: parentId, position } }),
    onSuccess: (tree) => {
      save(tree);
      toast.success(`“${node.name}” is moved`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Move “${node.name}”`}
      description="What is in it moves along, with its products. Its address stays."
      confirmLabel="Move it"
      isBusy={move.isPending}
      failure={move.isError ? describeError(move.error) : undefined}
      onSubmit={() => move.mutate()}
      onClose={onClose}
    >
      {parents.length > 0 && (
        <SelectField
          label="Into"
          options={parents.map((one) => ({ value: String(one.id), label: pathOf(one) }))}
          value={String(parentId)}
          onChange={({ target }) => {
            const id = Number(target.value);
            setParentId(id);
            const chosen = parents.find((one) => one.id === id);
            setPosition(id === now.parent_id ? now.position : (chosen?.children.length ?? 0));
          }}
        />
      )}
      <SelectField
        label="Place"
        options={[
          { value: '0', label: 'First' },
          ...others.map(({ name }, index) => ({ value: String(index + 1), label: `After ${name}` })),
        ]}
        value={String(position)}
        onChange={({ target }) => setPosition(Number(target.value))}
      />
    </FormDialog>
  );
}

/** Merges a node into another one of its level, for good. */
export function MergeDialog({
  roots,
  node,
  onClose,
}: {
  roots: readonly TreeNode[];
  node: TreeNode;
  onClose: () => void;
}) {
  const save = useSaveCategories();
  const targets = flatten(roots).filter(({ level, key }) => level === node.level && key !== node.key);
  const { register, handleSubmit, formState, setError, watch } = useForm({
    defaultValues: { into_id: '', reason: '' },
  });
  const { errors, isSubmitting } = formState;
  const target = targets.find(({ id }) => String(id) === watch('into_id'));
  const submit = handleSubmit(async ({ into_id, reason }) => {
    try {
      save(await api.call(mergeCategory, { params: paramsOf(node), body: { into_id: Number(into_id), reason } }));
      toast.success(`“${node.name}” is merged into “${target?.name}”`);
      onClose();
    } catch (error) {
      applyFieldErrors(error, setError, ['into_id', 'reason']);
    }
  });
  return (
    <FormDialog
      title={`Merge “${node.name}” into another one?`}
      description={`Its ${formatNumberOf(node.products, 'product')} and what else is in it move there, and its page leads there for good. This cannot be undone.`}
      keepLabel="Keep both"
      confirmLabel="Merge them"
      isDanger
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <SelectField
        label="Into"
        options={[
          { value: '', label: `Choose a ${LEVEL_NAMES[node.level]}` },
          ...targets.map((one) => ({ value: String(one.id), label: pathOf(one) })),
        ]}
        error={errors.into_id?.message}
        {...register('into_id', { required: 'Choose one of the tree.' })}
      />
      <TextArea
        label="Reason"
        hint="It is kept in the audit log."
        rows={2}
        maxLength={1000}
        error={errors.reason?.message}
        {...register('reason', { validate: (reason) => reason.trim() !== '' || 'Say why.' })}
      />
    </FormDialog>
  );
}

/** Deletes an empty node. */
export function DeleteDialog({ node, onClose }: { node: TreeNode; onClose: () => void }) {
  const save = useSaveCategories();
  const remove = useMutation({
    mutationFn: () => api.call(deleteCategory, { params: paramsOf(node) }),
    onSuccess: (tree) => {
      save(tree);
      toast.success(`“${node.name}” is deleted`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete “${node.name}”?`}
      keepLabel="Keep it"
      confirmLabel={`Delete the ${LEVEL_NAMES[node.level]}`}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      Its page does not exist any more. To send its visitors elsewhere, merge it instead. This cannot be undone.
    </ConfirmDialog>
  );
}
