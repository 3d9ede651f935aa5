import tailwindcss from '@tailwindcss/vite';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  // Inlined files would need leave of the content security policy.
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  plugins: [tailwindcss(), tanstackStart(), react()],
});
