import type { ErrorComponentProps } from '@tanstack/react-router';

export function ErrorPage({ error }: ErrorComponentProps) {
  return <h1>Unexpected Application Error! {error.message}</h1>;
}
