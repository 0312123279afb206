/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample.ledger;

import java.time.Instant;

/**
 * A write that the ledger refused.
 *
 * @param staleToken the token of the refused write
 * @param newestToken the newest token the ledger had seen
 * @param refusedAt when it was refused, by the writer's clock
 * @param instance the id of the writer
 */
public record Rejection(long staleToken, long newestToken, Instant refusedAt, String instance) {

	String toLine() {
		return this.staleToken + "\t" + this.newestToken + "\t" + this.refusedAt + "\t"
				+ LineFile.printable(this.instance);
	}

	static Rejection parse(String line) {
		String[] fields = LineFile.fields(line, 4);
		return new Rejection(Long.parseLong(fields[0]), Long.parseLong(fields[1]), Instant.parse(fields[2]), fields[3]);
	}

}
