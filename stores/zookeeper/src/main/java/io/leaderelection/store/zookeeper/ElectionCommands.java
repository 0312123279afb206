/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.support.Decision;
import io.leaderelection.store.support.Decision.LockUse;
import io.leaderelection.store.support.Evidence;
import io.leaderelection.store.support.Evidence.Lock;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.store.support.TermRules;
import org.apache.zookeeper.Op;
import org.jspecify.annotations.Nullable;

/**
 * Decides commands on what was read, and writes with the version that was read; if that
 * has changed meanwhile, begins again.
 */
final class ElectionCommands {

	private static final int ATTEMPTS = 8;

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
		String path = this.paths.record(command.key());
		return readAndDecide(session, path, command.nonce(), (record, evidence) -> {
			// A request is heard as a heartbeat: the guard lock lasts that long after it,
			// at least
			Duration lease = shorter(command.duration(), session.sessionTimeout());
			return TermRules.acquire(command, lease, command.at().toEpochMilli(), record, evidence);
		}, ATTEMPTS).thenCompose((outcome) -> withCheckpoints(session, path, outcome));
	}

	/** The owner of the granted term is the only one who can write the notes now. */
	private static CompletableFuture<Outcome.OfAcquire> withCheckpoints(Session session, String path,
			Outcome.OfAcquire outcome) {
		if (!(outcome instanceof Outcome.Granted granted)) {
			return CompletableFuture.completedFuture(outcome);
		}
		return session.readCheckpoints(path, granted.checkpoints().version())
			.thenApply((checkpoints) -> new Outcome.Granted(granted.token(), granted.duration(), granted.notBefore(),
					checkpoints));
	}

	private static Outcome.OfObserve with(Checkpoints checkpoints, Outcome.OfObserve outcome) {
		if (outcome instanceof Outcome.Leased held) {
			return new Outcome.Leased(held.candidate(), held.since(), held.token(), held.remaining(), held.notBefore(),
					held.metadata(), checkpoints);
		}
		return (outcome instanceof Outcome.Free free) ? new Outcome.Free(free.token(), free.released(), checkpoints)
				: outcome;
	}

	CompletableFuture<Outcome.OfRenew> renew(Session session, Renew command) {
		return decide(session, this.paths.record(command.key()), command.nonce(), command.token(),
				(record, evidence) -> TermRules.renew(command, record, evidence));
	}

	CompletableFuture<Outcome.OfRelease> release(Session session, Release command) {
		return decide(session, this.paths.record(command.key()), command.nonce(), command.token(),
				(record, evidence) -> TermRules.release(command, record, evidence));
	}

	CompletableFuture<Outcome.OfObserve> observe(Session session, ElectionKey key) {
		return session.read(this.paths.record(key)).thenCompose((node) -> {
			SeenNode seen = look(node);
			Outcome.OfObserve outcome = TermRules.observe(seen.record(), seen.evidence((Nonce) null));
			return session.readCheckpoints(node.path(), node.checkpointVersion())
				.thenApply((checkpoints) -> with(checkpoints, outcome));
		});
	}

	/** A term that this store wrote itself need not be read. */
	private <O extends Outcome> CompletableFuture<O> decide(Session session, String path, Nonce nonce, long token,
			Rule<O> rule) {
		SeenNode own = this.terms.find(path, session.id(), nonce, token);
		if (own == null) {
			return readAndDecide(session, path, nonce, rule, ATTEMPTS);
		}
		return carryOut(session, own, rule.decide(own.record(), own.evidence(Lock.TERM)), true,
				() -> readAndDecide(session, path, nonce, rule, ATTEMPTS));
	}

	private <O extends Outcome> CompletableFuture<O> readAndDecide(Session session, String path, Nonce nonce,
			Rule<O> rule, int attempts) {
		Retry<O> retry = () -> readAndDecide(session, path, nonce, rule, left(attempts, path));
		return session.read(path).thenCompose((node) -> {
			SeenNode seen = look(node);
			Decision<O> decision = rule.decide(seen.record(), seen.evidence(nonce));
			if (!(decision instanceof Decision.AskForLock)) {
				return carryOut(session, seen, decision, false, retry);
			}
			return session.owner(NodePaths.hold(path, nonce)).thenCompose((owner) -> {
				// The guard lock of a session that is over, or about to be, ends with it
				Lock lock = (owner == session.id()) ? Lock.TERM : Lock.FREE;
				return carryOut(session, seen, rule.decide(seen.record(), seen.evidence(lock)), lock == Lock.TERM,
						retry);
			});
		});
	}

	private <O extends Outcome> CompletableFuture<O> carryOut(Session session, SeenNode seen, Decision<O> decision,
			boolean locked, Retry<O> retry) {
		RecordNode node = seen.node();
		if (decision instanceof Decision.Answer<O> answer) {
			if (answer.outcome() instanceof Outcome.Lost) {
				this.terms.forget(node.path());
			}
			return CompletableFuture.completedFuture(answer.outcome());
		}
		Decision.Write<O> write = (Decision.Write<O>) decision;
		boolean noted = Transactions.areNotes(node, write.record());
		return operations(session, node, write, locked)
			.thenCompose((operations) -> session.write(node.path(), operations))
			.thenCompose((outcome) -> {
				if (outcome instanceof WriteOutcome.Applied applied) {
					wrote(session, node, write, applied);
					return CompletableFuture.completedFuture(write.outcome());
				}
				this.terms.forget(node.path());
				boolean parentMissing = !node.exists() && outcome instanceof WriteOutcome.Refused refused
						&& refused.parentMissing();
				if (noted) {
					// The first notes of the election, or those before were deleted
					return session.make(NodePaths.checkpoints(node.path()), this.transactions.acl())
						.thenCompose((made) -> retry.again());
				}
				return parentMissing ? makeParents(session, node.path()).thenCompose((made) -> retry.again())
						: retry.again();
			});
	}

	/**
	 * The changes to be written in one transaction.
	 * @param locked whether the lock of the node's term is known to be there
	 */
	private CompletableFuture<List<Op>> operations(Session session, RecordNode node, Decision.Write<?> write,
			boolean locked) {
		TermRecord former = node.record();
		if (write.lock() == LockUse.TAKE && write.record().lease().toMillis() < 1) {
			throw new LeaseStoreException("The ZooKeeper session ended meanwhile; the next request uses a new one");
		}
		if (former == null || locked || !node.isHeld()) {
			return CompletableFuture.completedFuture(operations(node, write, locked));
		}
		// A child may also be somebody else's
		return session.owner(NodePaths.hold(node.path(), former.nonce()))
			.thenApply((owner) -> operations(node, write, owner != 0));
	}

	private List<Op> operations(RecordNode node, Decision.Write<?> write, boolean locked) {
		TermRecord former = node.record();
		TermRecord next = write.record();
		return switch (write.lock()) {
			case KEEP -> this.transactions.extend(node, next);
			case END ->
				locked ? this.transactions.release(node, next) : List.of(this.transactions.markReleased(node, next));
			// The lease has run out, but its session may live
			case TAKE -> (former != null && locked) ? this.transactions.takeOver(node, former.nonce(), next)
					: this.transactions.grant(node, next);
		};
	}

	private CompletableFuture<Boolean> makeParents(Session session, String path) {
		CompletableFuture<Boolean> made = CompletableFuture.completedFuture(true);
		for (String parent : NodePaths.parents(path)) {
			made = made.thenCompose((former) -> session.make(parent, this.transactions.acl()));
		}
		return made;
	}

	private void wrote(Session session, RecordNode node, Decision.Write<?> write, WriteOutcome.Applied applied) {
		if (write.lock() == LockUse.END) {
			this.terms.forget(node.path());
			return;
		}
		RecordNode written = node.written(write.record(), applied.stat());
		this.sightings.age(written);
		this.terms.wrote(session.id(), written);
	}

	private SeenNode look(RecordNode node) {
		if (node.record() == null) {
			this.sightings.forget(node.path());
			return new SeenNode(node, Duration.ZERO);
		}
		return new SeenNode(node, this.sightings.age(node));
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

	/** Applies a command to a record. */
	@FunctionalInterface
	private interface Rule<O extends Outcome> {

		Decision<O> decide(@Nullable TermRecord record, Evidence evidence);

	}

	/** Begins a command again. */
	@FunctionalInterface
	private interface Retry<O> {

		CompletableFuture<O> again();

	}

}
