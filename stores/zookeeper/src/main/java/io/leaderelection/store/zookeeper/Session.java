/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.time.Ticker;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one call, over one session. The requests do not wait for each other.
 * None is ever repeated, neither here nor by Curator, whose retries are not used: if the
 * connection or the session is lost, its requests have failed.
 */
final class Session {

	private static final Set<Code> FOUND_OR_NOT = Set.of(Code.OK, Code.NONODE);

	private static final Set<Code> CREATED_OR_NOT = Set.of(Code.OK, Code.NODEEXISTS);

	private static final Set<Code> WRITTEN_OR_NOT = Set.of(Code.OK, Code.NONODE, Code.NODEEXISTS, Code.BADVERSION);

	private final ZooKeeper zooKeeper;

	private final SenderCheck senders;

	private final String servers;

	private final Ticker ticker;

	private final long startedAt;

	private final Duration timeout;

	private final CallBudget budget;

	/** Whether the call has ended, so that no further requests are sent. */
	private volatile boolean ended;

	/**
	 * Starts a call.
	 * @param timeout how long the caller waits
	 */
	Session(ZooKeeper zooKeeper, SenderCheck senders, String servers, Ticker ticker, Duration timeout) {
		this.zooKeeper = zooKeeper;
		this.senders = senders;
		this.servers = servers;
		this.ticker = ticker;
		this.startedAt = ticker.nanos();
		this.timeout = timeout;
		// Ends shortly before the caller gives up, so that the caller gets the reason
		this.budget = new CallBudget(ticker, timeout.multipliedBy(19).dividedBy(20));
	}

	/** Returns the id of the session, which is valid once a request has been answered. */
	long id() {
		return this.zooKeeper.getSessionId();
	}

	/** Returns how long the server keeps the session without a heartbeat. */
	Duration sessionTimeout() {
		return Duration.ofMillis(this.zooKeeper.getSessionTimeout());
	}

	/** Reads the node of an election. */
	CompletableFuture<RecordNode> read(String path) {
		return getData(path).thenApply((reply) -> (reply.stat() != null)
				? RecordNode.read(path, reply.data(), reply.stat()) : RecordNode.absent(path));
	}

	/**
	 * Reads the text of an election's checkpoints. It is empty if their node is absent:
	 * only an administrator ever deletes it.
	 * @param version the version of the checkpoints, from the record; 0 for no text
	 */
	CompletableFuture<String> readCheckpoints(String record, long version) {
		if (version == 0) {
			return CompletableFuture.completedFuture("");
		}
		return getData(NodePaths.checkpoints(record))
			.thenApply((reply) -> (reply.data() != null) ? new String(reply.data(), StandardCharsets.UTF_8) : "");
	}

	private CompletableFuture<Reply> getData(String path) {
		return send(path, FOUND_OR_NOT, (reply) -> this.zooKeeper.getData(path, false,
				(rc, requested, context, data, stat) -> reply.complete(new Reply(Code.get(rc), data, stat)), null));
	}

	/**
	 * Returns the id of the session that owns an ephemeral node; 0 if there is no node.
	 */
	CompletableFuture<Long> owner(String path) {
		return send(path, FOUND_OR_NOT,
				(reply) -> this.zooKeeper.exists(path, false,
						(rc, requested, context, stat) -> reply.complete(new Reply(Code.get(rc), null, stat)), null))
			.thenApply((reply) -> (reply.stat() != null) ? reply.stat().getEphemeralOwner() : 0L);
	}

	/**
	 * Runs a transaction whose first change of data is that of one node. It is refused if
	 * a node is not as it was read.
	 */
	CompletableFuture<Reply> write(String path, List<Op> operations) {
		return send(path, WRITTEN_OR_NOT, (reply) -> this.zooKeeper.multi(operations,
				(rc, requested, context, results) -> reply.complete(new Reply(Code.get(rc), null, stat(results))),
				null));
	}

	/** Creates a persistent node without data if it does not exist. */
	CompletableFuture<Reply> create(String path, List<ACL> acl) {
		return send(path, CREATED_OR_NOT,
				(reply) -> this.zooKeeper.create(path, new byte[0], acl, CreateMode.PERSISTENT,
						(rc, requested, context, name) -> reply.complete(new Reply(Code.get(rc), null, null)), null));
	}

	/**
	 * Waits until all parts of a call are answered or the timeout has passed, and then
	 * ends the call.
	 * @throws LeaseStoreException if this thread is interrupted
	 */
	void await(List<? extends CompletableFuture<?>> parts) {
		try {
			this.budget.await(CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new)));
		}
		catch (ExecutionException | TimeoutException ex) {
			// resultOf() reports the outcome of each part
		}
		finally {
			this.ended = true;
		}
		if (parts.stream().anyMatch(CompletableFuture::isDone)) {
			this.senders.answered(this.zooKeeper, this.ticker.nanos());
		}
		else {
			this.senders.unanswered(this.zooKeeper, this.startedAt, this.ticker.nanos(), this.timeout);
		}
	}

	/**
	 * Returns the answer to one part of a call that has ended.
	 * @throws RuntimeException if there is no answer
	 */
	<T> T resultOf(CompletableFuture<T> part) {
		if (!part.isDone()) {
			throw this.zooKeeper.getState().isConnected() ? tooLate()
					: ZooKeeperFailures.unreachable(this.servers, null);
		}
		try {
			return part.join();
		}
		catch (CompletionException ex) {
			throw (ex.getCause() instanceof RuntimeException cause) ? cause : ex;
		}
	}

	private NoAnswerException tooLate() {
		return new NoAnswerException("ZooKeeper at " + this.servers + " did not answer within "
				+ this.timeout.toMillis() + " ms, which were left of leader-election.operation-timeout. Check that the "
				+ "ensemble has a quorum and can be reached", null);
	}

	private CompletableFuture<Reply> send(String path, Set<Code> expected, Consumer<CompletableFuture<Reply>> request) {
		if (this.ended) {
			throw tooLate();
		}
		CompletableFuture<Reply> answer = new CompletableFuture<>();
		request.accept(answer);
		return answer.thenApply((reply) -> {
			if (!expected.contains(reply.code())) {
				throw ZooKeeperFailures.ofCall(this.servers, KeeperException.create(reply.code(), path));
			}
			return reply;
		});
	}

	private static @Nullable Stat stat(@Nullable List<OpResult> results) {
		for (OpResult result : (results != null) ? results : List.<OpResult>of()) {
			if (result instanceof OpResult.SetDataResult set) {
				return set.getStat();
			}
		}
		return null;
	}

	/**
	 * The answer to a request.
	 *
	 * @param code whether it succeeded
	 * @param data the data that was read, or {@code null}
	 * @param stat the stat of the node that was read or written, or {@code null}
	 */
	@SuppressWarnings("ArrayRecordComponent") // replies are not compared
	record Reply(Code code, byte @Nullable [] data, @Nullable Stat stat) {

		boolean isOk() {
			return this.code == Code.OK;
		}

		/** Returns the stat of the node that was written. */
		Stat written() {
			if (this.stat == null) {
				throw new LeaseStoreException("ZooKeeper answered a transaction without the result of its write. Check "
						+ "for a proxy between this instance and the server");
			}
			return this.stat;
		}

	}

}
