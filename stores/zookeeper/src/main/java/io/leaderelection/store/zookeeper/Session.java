/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.time.Ticker;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;

/**
 * The requests of one call, over one session. The requests do not wait for each other.
 * None is ever repeated, neither here nor by Curator, whose retries are not used: if the
 * connection or the session is lost, its requests have failed.
 */
final class Session {

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
		CompletableFuture<RecordNode> answer = new CompletableFuture<>();
		send(answer, () -> this.zooKeeper.getData(path, false, (rc, requested, context, data, stat) -> {
			if (rc == Code.NONODE.intValue()) {
				answer.complete(RecordNode.absent(path));
			}
			else if (rc != Code.OK.intValue()) {
				fail(answer, rc, path);
			}
			else {
				complete(answer, () -> RecordNode.read(path, data, stat));
			}
		}, null));
		return answer;
	}

	/**
	 * Reads the checkpoints of an election. They are empty if their node is absent: only
	 * an administrator ever deletes it.
	 * @param version the version of the checkpoints, from the record
	 */
	CompletableFuture<Checkpoints> readCheckpoints(String record, long version) {
		if (version == 0) {
			return CompletableFuture.completedFuture(Checkpoints.NONE);
		}
		String path = NodePaths.checkpoints(record);
		CompletableFuture<Checkpoints> answer = new CompletableFuture<>();
		send(answer, () -> this.zooKeeper.getData(path, false, (rc, requested, context, data, stat) -> {
			if (rc == Code.OK.intValue() || rc == Code.NONODE.intValue()) {
				String text = (data != null) ? new String(data, StandardCharsets.UTF_8) : "";
				complete(answer, () -> new Checkpoints(version, text));
			}
			else {
				fail(answer, rc, path);
			}
		}, null));
		return answer;
	}

	/**
	 * Returns the id of the session that owns an ephemeral node; 0 if there is no node.
	 */
	CompletableFuture<Long> owner(String path) {
		CompletableFuture<Long> answer = new CompletableFuture<>();
		send(answer, () -> this.zooKeeper.exists(path, false, (rc, requested, context, stat) -> {
			if (rc == Code.NONODE.intValue()) {
				answer.complete(0L);
			}
			else if (rc != Code.OK.intValue()) {
				fail(answer, rc, path);
			}
			else {
				answer.complete(stat.getEphemeralOwner());
			}
		}, null));
		return answer;
	}

	/** Runs a transaction that sets the data of one node. */
	CompletableFuture<WriteOutcome> write(String path, List<Op> operations) {
		CompletableFuture<WriteOutcome> answer = new CompletableFuture<>();
		send(answer, () -> this.zooKeeper.multi(operations, (rc, requested, context, results) -> {
			if (rc == Code.OK.intValue()) {
				complete(answer, () -> new WriteOutcome.Applied(stat(results)));
			}
			else if (isRefusal(rc)) {
				answer.complete(new WriteOutcome.Refused(rc == Code.NONODE.intValue()));
			}
			else {
				fail(answer, rc, path);
			}
		}, null));
		return answer;
	}

	/** Creates a persistent node without data if it does not exist. */
	CompletableFuture<Boolean> create(String path, List<ACL> acl) {
		CompletableFuture<Boolean> answer = new CompletableFuture<>();
		send(answer, () -> this.zooKeeper.create(path, new byte[0], acl, CreateMode.PERSISTENT,
				(rc, requested, context, name) -> {
					if (rc == Code.OK.intValue() || rc == Code.NODEEXISTS.intValue()) {
						answer.complete(rc == Code.OK.intValue());
					}
					else {
						fail(answer, rc, path);
					}
				}, null));
		return answer;
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

	private LeaseStoreException tooLate() {
		return new LeaseStoreException("ZooKeeper at " + this.servers + " did not answer within "
				+ this.timeout.toMillis() + " ms. Check that the ensemble has a quorum and can be reached, or raise "
				+ "leader-election.operation-timeout");
	}

	private void send(CompletableFuture<?> answer, Runnable request) {
		try {
			if (this.ended) {
				throw tooLate();
			}
			request.run();
		}
		catch (Throwable ex) {
			answer.completeExceptionally(ex);
		}
	}

	private static <T> void complete(CompletableFuture<T> answer, Supplier<T> value) {
		try {
			answer.complete(value.get());
		}
		catch (Throwable ex) {
			answer.completeExceptionally(ex);
		}
	}

	private void fail(CompletableFuture<?> answer, int rc, String path) {
		answer
			.completeExceptionally(ZooKeeperFailures.ofCall(this.servers, KeeperException.create(Code.get(rc), path)));
	}

	private static boolean isRefusal(int rc) {
		return rc == Code.BADVERSION.intValue() || rc == Code.NONODE.intValue() || rc == Code.NODEEXISTS.intValue();
	}

	private static Stat stat(List<OpResult> results) {
		for (OpResult result : results) {
			if (result instanceof OpResult.SetDataResult set) {
				return set.getStat();
			}
		}
		throw new LeaseStoreException("ZooKeeper answered a transaction without the result of its write. Check "
				+ "for a proxy between this instance and the server");
	}

}
