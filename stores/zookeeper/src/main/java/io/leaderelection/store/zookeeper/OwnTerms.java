/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.store.Nonce;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * The terms of this candidate as it wrote them last, so that a renewal can write without
 * a read. Safe even if outdated, because every transaction checks the version.
 */
final class OwnTerms {

	private final Ticker ticker;

	private final Map<String, OwnTerm> terms = new ConcurrentHashMap<>();

	OwnTerms(Ticker ticker) {
		this.ticker = ticker;
	}

	void wrote(long session, RecordNode node) {
		this.terms.put(node.path(), new OwnTerm(session, node, this.ticker.nanos()));
	}

	void forget(String path) {
		this.terms.remove(path);
	}

	/**
	 * Returns the term with this nonce and token, or {@code null}. The term must have
	 * been written over the given session, because the guard lock ends with that session.
	 */
	@Nullable SeenNode find(String path, long session, Nonce nonce, long token) {
		OwnTerm term = this.terms.get(path);
		if (term == null || term.session() != session) {
			return null;
		}
		TermRecord record = Objects.requireNonNull(term.node().record());
		if (!record.isTerm(nonce, token)) {
			return null;
		}
		return new SeenNode(term.node(), Duration.ofNanos(this.ticker.nanos() - term.at()));
	}

	/** A term that this candidate wrote. */
	private record OwnTerm(long session, RecordNode node, long at) {

	}

}
