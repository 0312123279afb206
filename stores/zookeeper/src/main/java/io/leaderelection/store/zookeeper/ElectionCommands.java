/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.store.Acquire;
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
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands: decides from the record that was read, and writes guarded by the version
 * that was read. If the record has changed in the meantime, the command starts again.
 */
final class ElectionCommands {

	private static final int MAX_ATTEMPTS = 8;

	private static final int ANY_VERSION = -1;

	private final NodePaths paths;

	private final List<ACL> acl;

	private final Sightings sightings;

	private final OwnTerms terms;

	ElectionCommands(NodePaths paths, List<ACL> acl, Sightings sightings, OwnTerms terms) {
		this.paths = paths;
		this.acl = acl;
		this.sightings = sightings;
		this.terms = terms;
	}

	CompletableFuture<Outcome.OfAcquire> acquire(Session session, Acquire command) {
		return new Attempts<Outcome.OfAcquire>(session, command.key(), command.nonce(), true, (record, evidence) -> {
			// Each request counts as a heartbeat, so the guard lock outlives it by at
			// least the session timeout
			Duration lease = shorter(command.duration(), session.sessionTimeout());
			return TermRules.acquire(command, lease, command.at().toEpochMilli(), record, evidence);
		}).readAndDecide();
	}

	CompletableFuture<Outcome.OfRenew> renew(Session session, Renew command) {
		return new Attempts<Outcome.OfRenew>(session, command.key(), command.nonce(), false,
				(record, evidence) -> TermRules.renew(command, record, evidence))
			.decide(command.token());
	}

	CompletableFuture<Outcome.OfRelease> release(Session session, Release command) {
		return new Attempts<Outcome.OfRelease>(session, command.key(), command.nonce(), false,
				(record, evidence) -> TermRules.release(command, record, evidence))
			.decide(command.token());
	}

	CompletableFuture<Outcome.OfObserve> observe(Session session, ElectionKey key) {
		return session.read(this.paths.record(key)).thenCompose((node) -> {
			SeenNode seen = observe(node);
			Outcome.OfObserve outcome = TermRules.observe(seen.record(), seen.evidence((Nonce) null));
			return session.readCheckpoints(node.path(), node.checkpointVersion())
				.thenApply((text) -> (Outcome.OfObserve) outcome.withCheckpointText(text));
		});
	}

	private SeenNode observe(RecordNode node) {
		if (node.record() == null) {
			this.sightings.forget(node.path());
			return new SeenNode(node, Duration.ZERO);
		}
		return new SeenNode(node, this.sightings.age(node));
	}

	private static Duration shorter(Duration one, Duration other) {
		return (one.compareTo(other) <= 0) ? one : other;
	}

	/**
	 * Builds the transaction of a write. It checks the version of the record that was
	 * read, and sets the data of the record exactly once, before that of any other node.
	 * @param locked whether the guard lock of the node's term exists
	 */
	private List<Op> operations(RecordNode node, Decision.Write<?> write, boolean locked) {
		TermRecord former = node.record();
		TermRecord next = write.record();
		// The text of the checkpoints has its own node and keeps other writes small
		byte[] data = next.with(next.checkpoints().versionAlone()).format(Map.of());
		List<Op> operations = new ArrayList<>();
		if (write.lock() == LockUse.KEEP) {
			operations.add(Op.check(NodePaths.guardLock(node.path(), next.nonce()), ANY_VERSION));
		}
		if (!node.exists()) {
			// The result of a create has no transaction id, so the data is set again
			operations.add(Op.create(node.path(), data, this.acl, CreateMode.PERSISTENT));
		}
		operations.add(Op.setData(node.path(), data, node.exists() ? node.version() : 0));
		if (node.changesCheckpoints(next)) {
			operations.add(Op.setData(NodePaths.checkpoints(node.path()),
					next.checkpoints().text().getBytes(StandardCharsets.UTF_8), ANY_VERSION));
		}
		if (write.lock() != LockUse.KEEP && former != null && locked) {
			// Ends with the term, or is left of a lease that has expired before its
			// session
			operations.add(Op.delete(NodePaths.guardLock(node.path(), former.nonce()), ANY_VERSION));
		}
		if (write.lock() == LockUse.TAKE) {
			operations.add(Op.create(NodePaths.guardLock(node.path(), next.nonce()), new byte[0], this.acl,
					CreateMode.EPHEMERAL));
		}
		return operations;
	}

	/**
	 * The attempts to carry out one command.
	 */
	private final class Attempts<O extends Outcome> {

		private final Session session;

		private final String path;

		private final Nonce nonce;

		private final boolean readsCheckpoints;

		private final Rule<O> rule;

		private int reads;

		Attempts(Session session, ElectionKey key, Nonce nonce, boolean readsCheckpoints, Rule<O> rule) {
			this.session = session;
			this.path = ElectionCommands.this.paths.record(key);
			this.nonce = nonce;
			this.readsCheckpoints = readsCheckpoints;
			this.rule = rule;
		}

		/** Decides without a read if this store wrote the term itself. */
		CompletableFuture<O> decide(long token) {
			SeenNode own = ElectionCommands.this.terms.find(this.path, this.session.id(), this.nonce, token);
			return (own != null) ? carryOut(own, this.rule.decide(own.record(), own.evidence(Lock.TERM)), true)
					: readAndDecide();
		}

		CompletableFuture<O> readAndDecide() {
			if (this.reads++ == MAX_ATTEMPTS) {
				throw new LeaseStoreException("The ZooKeeper node '" + this.path + "' changed repeatedly. Find out "
						+ "who else writes it or creates children of it");
			}
			return this.session.read(this.path).thenCompose((node) -> {
				SeenNode seen = observe(node);
				Decision<O> decision = this.rule.decide(seen.record(), seen.evidence(this.nonce));
				if (!(decision instanceof Decision.AskForLock)) {
					return carryOut(seen, decision, false);
				}
				return this.session.owner(NodePaths.guardLock(this.path, this.nonce)).thenCompose((owner) -> {
					// A guard lock of another session ends with that session
					Lock lock = (owner == this.session.id()) ? Lock.TERM : Lock.FREE;
					return carryOut(seen, this.rule.decide(seen.record(), seen.evidence(lock)), lock == Lock.TERM);
				});
			});
		}

		private CompletableFuture<O> carryOut(SeenNode seen, Decision<O> decision, boolean locked) {
			if (decision instanceof Decision.Answer<O> answer) {
				if (answer.outcome() instanceof Outcome.Lost) {
					ElectionCommands.this.terms.forget(this.path);
				}
				return withCheckpoints(seen.node(), answer.outcome());
			}
			Decision.Write<O> write = (Decision.Write<O>) decision;
			RecordNode node = seen.node();
			return isLocked(node, write, locked).thenCompose((lock) -> {
				CompletableFuture<Session.Reply> written = this.session.write(this.path, operations(node, write, lock));
				// The server reads them after the write, when only the owner of the term
				// can change them
				CompletableFuture<String> checkpoints = this.session.readCheckpoints(this.path,
						this.readsCheckpoints ? node.checkpointVersion() : 0);
				return written.thenCompose(
						(reply) -> reply.isOk() ? checkpoints.thenApply((text) -> applied(node, write, reply, text))
								: startAgain(node, write, reply));
			});
		}

		/** Adds the text of the checkpoints if the lease of another candidate lasts. */
		@SuppressWarnings("unchecked") // the type of the outcome stays the same
		private CompletableFuture<O> withCheckpoints(RecordNode node, O outcome) {
			return (outcome instanceof Outcome.Leased)
					? this.session.readCheckpoints(this.path, node.checkpointVersion())
						.thenApply((text) -> (O) outcome.withCheckpointText(text))
					: CompletableFuture.completedFuture(outcome);
		}

		/**
		 * Returns whether the guard lock of the node's term exists.
		 * @param locked whether that is known already
		 */
		private CompletableFuture<Boolean> isLocked(RecordNode node, Decision.Write<O> write, boolean locked) {
			TermRecord former = node.record();
			if (write.lock() == LockUse.TAKE && write.record().lease().toMillis() < 1) {
				throw new LeaseStoreException("The ZooKeeper session has ended; the next request uses a new one");
			}
			if (former == null || locked || !node.hasChildren()) {
				return CompletableFuture.completedFuture(locked);
			}
			// A child may also be a node of another client
			return this.session.owner(NodePaths.guardLock(this.path, former.nonce())).thenApply((owner) -> owner != 0);
		}

		@SuppressWarnings("unchecked") // the type of the outcome stays the same
		private O applied(RecordNode node, Decision.Write<O> write, Session.Reply reply, String checkpoints) {
			if (write.lock() == LockUse.END) {
				ElectionCommands.this.terms.forget(this.path);
			}
			else {
				RecordNode written = node.written(write.record(), reply.written());
				ElectionCommands.this.sightings.age(written);
				ElectionCommands.this.terms.wrote(this.session.id(), written);
			}
			return (O) write.outcome().withCheckpointText(checkpoints);
		}

		/** Creates nodes that the transaction needs, and starts the command again. */
		private CompletableFuture<O> startAgain(RecordNode node, Decision.Write<O> write, Session.Reply reply) {
			ElectionCommands.this.terms.forget(this.path);
			List<String> missing = List.of();
			if (node.changesCheckpoints(write.record())) {
				// Their node does not exist: this is the first write, or somebody deleted
				// the node
				missing = List.of(NodePaths.checkpoints(this.path));
			}
			else if (!node.exists() && reply.code() == Code.NONODE) {
				missing = NodePaths.parents(this.path);
			}
			CompletableFuture<?> created = CompletableFuture.completedFuture(true);
			for (String parent : missing) {
				created = created.thenCompose((former) -> this.session.create(parent, ElectionCommands.this.acl));
			}
			return created.thenCompose((former) -> readAndDecide());
		}

	}

	/** Applies a command to a record. */
	@FunctionalInterface
	private interface Rule<O extends Outcome> {

		Decision<O> decide(@Nullable TermRecord record, Evidence evidence);

	}

}
