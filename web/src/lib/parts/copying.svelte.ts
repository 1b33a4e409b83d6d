/** Copies a text that stands in a field, and says for a moment that it did. */
export class Copying {
  copied = $state(false);

  async copy(text: string, field: HTMLInputElement | undefined): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // No clipboard without a secure address: the old way works everywhere. Some browsers copy only where something
      // is selected, others nothing out of a field that cannot be seen: the text is given to them.
      const give = (event: ClipboardEvent) => {
        event.clipboardData?.setData("text/plain", text);
        event.preventDefault();
      };
      field?.select();
      document.addEventListener("copy", give, { once: true });
      const copied = document.execCommand("copy");
      document.removeEventListener("copy", give);
      if (!copied) return;
    }
    this.copied = true;
    setTimeout(() => (this.copied = false), 2_500);
  }
}
