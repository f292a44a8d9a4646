/* Addresses that handlers compute, by addressing mode (enum fast_address); for use in handlers. */
#ifndef EXEC_FAST_ADDRESS_H
#define EXEC_FAST_ADDRESS_H

#define BASE_ADDRESS (r[op->a] + op->imm)
#define ABSOLUTE_ADDRESS (op->imm)
#define INDEXED_ADDRESS (r[op->a] + r[op->b] * op->c + op->imm)
#define INDEXED_S32_ADDRESS (r[op->a] + (uint64_t)(int64_t)(int32_t)r[op->b] * op->c + op->imm)
#define TABLE_ADDRESS (r[op->b] * op->c + op->imm)
#define TABLE_S32_ADDRESS ((uint64_t)(int64_t)(int32_t)r[op->b] * op->c + op->imm)

#endif
