"""Makes a tiny model for llama.cpp: random weights, and a token for each byte.

usage: make_model.py FILE

By itself it writes noise. A grammar makes it write any text, byte by byte.
"""

from __future__ import annotations

import sys

import numpy as np
from gguf import GGUFWriter, TokenType

WIDTH = 32
INNER = 64
HEADS = 4
CONTEXT = 4096

TOKENS = [
    ("<unk>", TokenType.UNKNOWN),
    ("<s>", TokenType.CONTROL),
    ("</s>", TokenType.CONTROL),
    *((f"<0x{byte:02X}>", TokenType.BYTE) for byte in range(256)),
]

SHAPES = {
    "token_embd": (len(TOKENS), WIDTH),
    "blk.0.attn_q": (WIDTH, WIDTH),
    "blk.0.attn_k": (WIDTH, WIDTH),
    "blk.0.attn_v": (WIDTH, WIDTH),
    "blk.0.attn_output": (WIDTH, WIDTH),
    "blk.0.ffn_gate": (INNER, WIDTH),
    "blk.0.ffn_up": (INNER, WIDTH),
    "blk.0.ffn_down": (WIDTH, INNER),
    "output": (len(TOKENS), WIDTH),
}
NORMS = ("blk.0.attn_norm", "blk.0.ffn_norm", "output_norm")


def main() -> None:
    writer = GGUFWriter(sys.argv[1], "llama")
    writer.add_name("toy")
    writer.add_vocab_size(len(TOKENS))
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_feed_forward_length(INNER)
    writer.add_block_count(1)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_layer_norm_rms_eps(1e-5)

    writer.add_tokenizer_model("llama")
    writer.add_token_list([text for text, _ in TOKENS])
    writer.add_token_scores([0.0] * len(TOKENS))
    writer.add_token_types([kind for _, kind in TOKENS])
    writer.add_unk_token_id(0)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_add_space_prefix(False)

    random = np.random.default_rng(1)
    for name, shape in SHAPES.items():
        weights = random.standard_normal(shape, dtype=np.float32) / np.float32(WIDTH)
        writer.add_tensor(f"{name}.weight", weights)
    for name in NORMS:
        writer.add_tensor(f"{name}.weight", np.ones(WIDTH, dtype=np.float32))

    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    main()
