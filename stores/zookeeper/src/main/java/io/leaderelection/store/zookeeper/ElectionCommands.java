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
 * Runs commands: decides from the record that was read, and writes guarded by the version
 * that was read. If the record has changed in the meantime, the command starts again.
 */
final class ElectionCommands {

	private static final int MAX_ATTEMPTS = 8;

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
			// Each request counts as a heartbeat, so the guard lock outlives it by at
			// least the session timeout
			Duration lease = shorter(command.duration(), session.sessionTimeout());
			return TermRules.acquire(command, lease, command.at().toEpochMilli(), record, evidence);
		}, MAX_ATTEMPTS).thenCompose((outcome) -> withCheckpoints(session, path, outcome));
	}

	/**
	 * Reads the checkpoints after the grant, when only the owner of the granted term can
	 * write them.
	 */
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
		if (outcome instanceof Outcome.Leased leased) {
			return new Outcome.Leased(leased.candidate(), leased.since(), leased.token(), leased.remaining(),
					leased.notBefore(), leased.metadata(), checkpoints);
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
			SeenNode seen = observe(node);
			Outcome.OfObserve outcome = TermRules.observe(seen.record(), seen.evidence((Nonce) null));
			return session.readCheckpoints(node.path(), node.checkpointVersion())
				.thenApply((checkpoints) -> with(checkpoints, outcome));
		});
	}

	/** Decides without a read if this store wrote the term itself. */
	private <O extends Outcome> CompletableFuture<O> decide(Session session, String path, Nonce nonce, long token,
			Rule<O> rule) {
		SeenNode own = this.terms.find(path, session.id(), nonce, token);
		if (own == null) {
			return readAndDecide(session, path, nonce, rule, MAX_ATTEMPTS);
		}
		return carryOut(session, own, rule.decide(own.record(), own.evidence(Lock.TERM)), true,
				() -> readAndDecide(session, path, nonce, rule, MAX_ATTEMPTS));
	}

	private <O extends Outcome> CompletableFuture<O> readAndDecide(Session session, String path, Nonce nonce,
			Rule<O> rule, int attempts) {
		Retry<O> retry = () -> readAndDecide(session, path, nonce, rule, left(attempts, path));
		return session.read(path).thenCompose((node) -> {
			SeenNode seen = observe(node);
			Decision<O> decision = rule.decide(seen.record(), seen.evidence(nonce));
			if (!(decision instanceof Decision.AskForLock)) {
				return carryOut(session, seen, decision, false, retry);
			}
			return session.owner(NodePaths.guardLock(path, nonce)).thenCompose((owner) -> {
				// A guard lock of another session ends with that session
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
		boolean newCheckpoints = Transactions.changesCheckpoints(node, write.record());
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
				if (newCheckpoints) {
					// Their node does not exist: this is the first write, or somebody
					// deleted the node
					return session.create(NodePaths.checkpoints(node.path()), this.transactions.acl())
						.thenCompose((created) -> retry.again());
				}
				return parentMissing ? createParents(session, node.path()).thenCompose((created) -> retry.again())
						: retry.again();
			});
	}

	/**
	 * Returns the operations of one transaction.
	 * @param locked whether the guard lock of the node's term is known to exist
	 */
	private CompletableFuture<List<Op>> operations(Session session, RecordNode node, Decision.Write<?> write,
			boolean locked) {
		TermRecord former = node.record();
		if (write.lock() == LockUse.TAKE && write.record().lease().toMillis() < 1) {
			throw new LeaseStoreException("The ZooKeeper session has ended; the next request uses a new one");
		}
		if (former == null || locked || !node.hasChildren()) {
			return CompletableFuture.completedFuture(operations(node, write, locked));
		}
		// A child may also be a node of another client
		return session.owner(NodePaths.guardLock(node.path(), former.nonce()))
			.thenApply((owner) -> operations(node, write, owner != 0));
	}

	private List<Op> operations(RecordNode node, Decision.Write<?> write, boolean locked) {
		TermRecord former = node.record();
		TermRecord next = write.record();
		return switch (write.lock()) {
			case KEEP -> this.transactions.extend(node, next);
			case END ->
				locked ? this.transactions.release(node, next) : List.of(this.transactions.markReleased(node, next));
			// The lease has expired, but its session may live on
			case TAKE -> (former != null && locked) ? this.transactions.takeOver(node, former.nonce(), next)
					: this.transactions.grant(node, next);
		};
	}

	private CompletableFuture<Boolean> createParents(Session session, String path) {
		CompletableFuture<Boolean> created = CompletableFuture.completedFuture(true);
		for (String parent : NodePaths.parents(path)) {
			created = created.thenCompose((former) -> session.create(parent, this.transactions.acl()));
		}
		return created;
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

	private SeenNode observe(RecordNode node) {
		if (node.record() == null) {
			this.sightings.forget(node.path());
			return new SeenNode(node, Duration.ZERO);
		}
		return new SeenNode(node, this.sightings.age(node));
	}

	private static int left(int attempts, String path) {
		if (attempts <= 1) {
			throw new LeaseStoreException("The ZooKeeper node '" + path + "' changed repeatedly. Find out "
					+ "who else writes it or creates children of it");
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

	/** Starts a command again. */
	@FunctionalInterface
	private interface Retry<O> {

		CompletableFuture<O> again();

	}

}
