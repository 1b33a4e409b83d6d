/** Copies a text that stands in a field, and says for a moment that it did. */
export class Copying {
  copied = $state(false);

  async copy(text: string, field: HTMLInputElement | undefined): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // No clipboard without a secure address: the old way works everywhere.
      field?.select();
      document.execCommand("copy");
    }
    this.copied = true;
    setTimeout(() => (this.copied = false), 2_500);
  }
}
