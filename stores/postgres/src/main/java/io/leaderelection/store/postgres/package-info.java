/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The {@code postgres} store: a session of PostgreSQL owns an advisory lock for each
 * election it leads, and the record is the same row that the {@code jdbc} store writes.
 * <p>
 * The row decides, the lock keeps others out beside it. Both are taken, renewed and given
 * up in one statement over one session, which the server ends when it has been silent for
 * a lease. A lock that is gone while its row is live and not released is the trace of a
 * session that was ended by force or by a crash: a new term is granted at once, with a
 * not-before at the end of the former lease.
 * <p>
 * <strong>The key</strong> of a lock is a number of 64 bits: the first eight bytes of
 * SHA-256 over the namespace, a zero byte and the name of the election, all in UTF-8, XOR
 * the object id of the table, so that tables of one database do not disturb each other:
 * <pre>
 * select ('x' || left(encode(sha256(namespace || '\x00'::bytea || election), 'hex'), 16))::bit(64)::bigint
 *     # 'leader_lease'::regclass::oid::bigint
 * from leader_lease
 * </pre>
 * <p>
 * <strong>Beside the {@code jdbc} store</strong> over the same table: a row under a lock
 * bears a nonce in the letters {@code g} to {@code v}, four bits each, any other one in
 * hexadecimal digits. A live row without such a nonce has no lock, belongs to the other
 * store, and is left alone until it expires or is released. The {@code jdbc} store does
 * the same with any live row. So each may follow the other, and none takes a live term.
 */
@NullMarked
package io.leaderelection.store.postgres;

import org.jspecify.annotations.NullMarked;
