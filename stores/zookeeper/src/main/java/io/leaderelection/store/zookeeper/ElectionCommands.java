/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.support.LeaseStoreException;
import org.apache.zookeeper.Op;
import org.jspecify.annotations.Nullable;

/**
 * Decides commands on what was read, and writes with the version that was read; if that
 * has changed meanwhile, begins again.
 */
final class ElectionCommands {

	private static final int ATTEMPTS = 8;

	private static final CompletableFuture<Outcome.Lost> LOST = CompletableFuture.completedFuture(new Outcome.Lost());

	private final NodePaths paths;

	private final Transactions transactions;

	private final Sightings sightings;

	private final OwnTerms terms;

	ElectionCommands(NodePaths paths, Transactions transactions, Sightings sightings, OwnTerms terms) {
		this.paths = paths;
		this.transactions = transactions;
		this.sightings = sightings;
		this.terms = terms;
	}

	CompletableFuture<Outcome.OfAcquire> acquire(Session session, Acquire command) {
		return acquire(session, command, ATTEMPTS);
	}

	private CompletableFuture<Outcome.OfAcquire> acquire(Session session, Acquire command, int attempts) {
		String path = this.paths.record(command.key());
		return session.read(path).thenCompose((node) -> {
			SeenRecord seen = look(node);
			if (seen != null && seen.record().nonce().equals(command.nonce())) {
				return repeated(session, seen, () -> acquire(session, command, left(attempts, path)));
			}
			if (seen != null && seen.isLive()) {
				return CompletableFuture.completedFuture(seen.held());
			}
			long token = (seen != null) ? seen.record().token() : LeaseStore.ABSENT;
			if (token != command.seenToken()) {
				boolean released = seen != null && seen.record().released();
				return CompletableFuture.completedFuture(new Outcome.Free(token, released));
			}
			return grant(session, command, node, seen, () -> acquire(session, command, left(attempts, path)));
		});
	}

	/** The answer to this attempt was lost, or comes again. */
	private CompletableFuture<Outcome.OfAcquire> repeated(Session session, SeenRecord seen,
			Retry<Outcome.OfAcquire> retry) {
		if (!seen.isLive()) {
			return as(LOST);
		}
		return session.owner(NodePaths.hold(seen.node().path(), seen.record().nonce())).thenCompose((owner) -> {
			if (owner != session.id()) {
				return as(LOST);
			}
			return extend(session, seen, retry);
		});
	}

	private CompletableFuture<Outcome.OfAcquire> grant(Session session, Acquire command, RecordNode node,
			@Nullable SeenRecord former, Retry<Outcome.OfAcquire> retry) {
		long token = (former != null) ? former.record().token() : LeaseStore.ABSENT;
		long next = Math.max(Math.max(token, command.tokenFloor()) + 1, command.at().toEpochMilli());
		Duration waiting = (former != null) ? former.waitingOfSuccessor() : Duration.ZERO;
		// A request is heard as a heartbeat: the hold lasts that long after it, at least
		Duration lease = shorter(command.duration(), session.timeout());
		if (lease.toMillis() < 1) {
			throw new LeaseStoreException("The ZooKeeper session ended meanwhile; the next request uses a new one");
		}
		LeaseRecord granted = LeaseRecord.of(command, next, lease, waiting);
		return operations(session, node, former, granted)
			.thenCompose((operations) -> session.write(node.path(), operations))
			.thenCompose((outcome) -> {
				if (outcome instanceof WriteOutcome.Applied applied) {
					return CompletableFuture.completedFuture(wrote(session, node, granted, applied));
				}
				boolean parentMissing = !node.exists() && outcome instanceof WriteOutcome.Refused refused
						&& refused.parentMissing();
				return parentMissing ? makeParents(session, node.path()).thenCompose((made) -> retry.again())
						: retry.again();
			});
	}

	private CompletableFuture<List<Op>> operations(Session session, RecordNode node, @Nullable SeenRecord former,
			LeaseRecord granted) {
		if (former == null || !node.isHeld()) {
			return CompletableFuture.completedFuture(this.transactions.grant(node, granted));
		}
		// The lease has run out, but its session lives. A child may also be somebody
		// else's.
		String hold = NodePaths.hold(node.path(), former.record().nonce());
		return session.owner(hold)
			.thenApply((owner) -> (owner != 0) ? this.transactions.takeOver(node, former.record().nonce(), granted)
					: this.transactions.grant(node, granted));
	}

	private CompletableFuture<Boolean> makeParents(Session session, String path) {
		CompletableFuture<Boolean> made = CompletableFuture.completedFuture(true);
		for (String parent : NodePaths.parents(path)) {
			made = made.thenCompose((former) -> session.make(parent, this.transactions.acl()));
		}
		return made;
	}

	CompletableFuture<Outcome.OfRenew> renew(Session session, Renew command) {
		String path = this.paths.record(command.key());
		SeenRecord own = this.terms.find(path, session.id(), command.nonce(), command.token());
		if (own == null) {
			return renew(session, command, path, ATTEMPTS);
		}
		if (!own.isRunning()) {
			return as(LOST);
		}
		return extend(session, own, () -> renew(session, command, path, ATTEMPTS));
	}

	private CompletableFuture<Outcome.OfRenew> renew(Session session, Renew command, String path, int attempts) {
		return session.read(path).thenCompose((node) -> {
			SeenRecord seen = look(node);
			if (seen == null || !seen.record().isTerm(command.nonce(), command.token()) || !seen.isLive()) {
				this.terms.forget(path);
				return as(LOST);
			}
			return session.owner(NodePaths.hold(path, seen.record().nonce())).thenCompose((owner) -> {
				// The hold of a session that is over, or about to be, ends with it
				if (owner != session.id()) {
					this.terms.forget(path);
					return as(LOST);
				}
				return extend(session, seen, () -> renew(session, command, path, left(attempts, path)));
			});
		});
	}

	private <O extends Outcome> CompletableFuture<O> extend(Session session, SeenRecord seen, Retry<O> retry) {
		LeaseRecord extended = seen.record().touched(seen.waiting());
		return session.write(seen.node().path(), this.transactions.extend(seen.node(), extended))
			.thenCompose((outcome) -> (outcome instanceof WriteOutcome.Applied applied)
					? as(CompletableFuture.completedFuture(wrote(session, seen.node(), extended, applied)))
					: retry.again());
	}

	private Outcome.Granted wrote(Session session, RecordNode node, LeaseRecord record, WriteOutcome.Applied applied) {
		RecordNode written = node.written(record, applied.stat());
		this.sightings.age(written);
		this.terms.wrote(session.id(), written);
		return new Outcome.Granted(record.token(), record.lease(), record.waiting());
	}

	CompletableFuture<Outcome.OfRelease> release(Session session, Release command) {
		String path = this.paths.record(command.key());
		SeenRecord own = this.terms.find(path, session.id(), command.nonce(), command.token());
		if (own == null) {
			return release(session, command, path, ATTEMPTS);
		}
		this.terms.forget(path);
		LeaseRecord released = own.record().asReleased(own.waiting());
		return written(session, own.node(), this.transactions.release(own.node(), released),
				() -> release(session, command, path, ATTEMPTS));
	}

	private CompletableFuture<Outcome.OfRelease> release(Session session, Release command, String path, int attempts) {
		return session.read(path).thenCompose((node) -> {
			SeenRecord seen = look(node);
			if (seen == null || !seen.record().isTerm(command.nonce(), command.token())) {
				return as(LOST);
			}
			if (seen.record().released()) {
				return CompletableFuture.completedFuture(new Outcome.Released());
			}
			LeaseRecord released = seen.record().asReleased(seen.waiting());
			return session.owner(NodePaths.hold(path, released.nonce())).thenCompose((owner) -> {
				List<Op> operations = (owner != 0) ? this.transactions.release(node, released)
						: List.of(this.transactions.markReleased(node, released));
				return written(session, node, operations, () -> release(session, command, path, left(attempts, path)));
			});
		});
	}

	private CompletableFuture<Outcome.OfRelease> written(Session session, RecordNode node, List<Op> operations,
			Retry<Outcome.OfRelease> retry) {
		return session.write(node.path(), operations)
			.thenCompose((outcome) -> (outcome instanceof WriteOutcome.Applied)
					? CompletableFuture.completedFuture(new Outcome.Released()) : retry.again());
	}

	CompletableFuture<Outcome.OfObserve> observe(Session session, ElectionKey key) {
		return session.read(this.paths.record(key)).thenApply((node) -> {
			SeenRecord seen = look(node);
			if (seen == null) {
				return new Outcome.Free(LeaseStore.ABSENT, false);
			}
			return seen.isLive() ? seen.held() : new Outcome.Free(seen.record().token(), seen.record().released());
		});
	}

	private @Nullable SeenRecord look(RecordNode node) {
		LeaseRecord record = node.record();
		if (record == null) {
			this.sightings.forget(node.path());
			return null;
		}
		return new SeenRecord(node, record, this.sightings.age(node));
	}

	private static int left(int attempts, String path) {
		if (attempts <= 1) {
			throw new LeaseStoreException("The ZooKeeper node '" + path + "' is never as it was just read. See "
					+ "who else writes to it, or makes children of it");
		}
		return attempts - 1;
	}

	private static Duration shorter(Duration one, Duration other) {
		return (one.compareTo(other) <= 0) ? one : other;
	}

	/** A definite outcome where several kinds are possible. */
	@SuppressWarnings("unchecked") // the outcome is never replaced
	private static <O extends Outcome> CompletableFuture<O> as(CompletableFuture<? extends Outcome> outcome) {
		return (CompletableFuture<O>) outcome;
	}

	/** Begins a command again. */
	@FunctionalInterface
	private interface Retry<O> {

		CompletableFuture<O> again();

	}

}
