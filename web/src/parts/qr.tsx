/** A text as a QR code. */

import "./qr.css";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

interface Props {
  readonly text: string;
  readonly label: string;
}

export function QrCode({ text, label }: Props): JSX.Element {
  const [source, setSource] = useState("");
  useEffect(() => {
    void import("lean-qr").then(({ generate }) =>
      setSource(generate(text).toDataURL({ scale: 6 })),
    );
  }, [text]);
  return <img class="qr" src={source || undefined} alt={label} />;
}
