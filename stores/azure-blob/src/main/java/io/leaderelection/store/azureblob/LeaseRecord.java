/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Nonce;

/**
 * What a blob tells of the last term of its election. When the term ends is not part of
 * it: that is the duration after the blob was last modified, by the clock of the service.
 *
 * @param token its token
 * @param nonce its nonce, which is the id of its lease as well
 * @param candidate the id of its candidate
 * @param since when the candidate asked for it
 * @param duration its lease, in whole seconds
 * @param notBefore until when a former leader may believe, in milliseconds of the
 * service's clock
 * @param released whether it was given up
 * @param renewals how often it was renewed
 * @param metadata what its candidate tells
 */
record LeaseRecord(long token, Nonce nonce, String candidate, Instant since, Duration duration, long notBefore,
		boolean released, long renewals, Map<String, String> metadata) {

	LeaseRecord {
		metadata = Map.copyOf(metadata);
	}

	static LeaseRecord of(Acquire command, long token, Duration duration, long notBefore) {
		return new LeaseRecord(token, command.nonce(), command.candidate(), command.at(), duration, notBefore, false, 0,
				command.metadata());
	}

	boolean isTerm(Nonce nonce, long token) {
		return this.nonce.equals(nonce) && this.token == token;
	}

	LeaseRecord renewed() {
		return new LeaseRecord(this.token, this.nonce, this.candidate, this.since, this.duration, this.notBefore,
				this.released, this.renewals + 1, this.metadata);
	}

	LeaseRecord asReleased() {
		return new LeaseRecord(this.token, this.nonce, this.candidate, this.since, this.duration, this.notBefore, true,
				this.renewals, this.metadata);
	}

}
