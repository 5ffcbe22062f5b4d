"use client";

import { useEffect, useState } from "react";

export function Client() {
  const [seen, setSeen] = useState("");
  useEffect(() => {
    import("tagstream").then(({ read }) => setSeen(read("<think>a</think>b", { dialect: "qwen3" }).content));
  }, []);
  return <p id="client">{seen}</p>;
}
