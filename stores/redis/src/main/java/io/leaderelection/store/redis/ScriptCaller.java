/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.time.Ticker;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts in one round trip each: by hash, or by text if the server does not know
 * the hash. All calls use one session, and connect again when it is lost. Thread-safe.
 */
final class ScriptCaller implements AutoCloseable {

	/**
	 * How long to wait for a session before connecting again. A server may accept a
	 * connection and then not answer.
	 */
	static final long LONGEST_CONNECT = TimeUnit.SECONDS.toNanos(5);

	/** How often a call connects to find out why it cannot. */
	private static final int MOST_CONNECTS = 3;

	/**
	 * If a call times out, a connection that has not answered a pending command for this
	 * long is closed.
	 */
	private static final long SILENCE = TimeUnit.MILLISECONDS.toNanos(500);

	private final RedisTarget target;

	private final Supplier<CompletionStage<RedisSession>> connector;

	private final Ticker ticker;

	private final int waitReplicas;

	private final Silence silence;

	private @Nullable CompletableFuture<RedisSession> current;

	private long connectingSince;

	private boolean closed;

	/**
	 * Creates a caller without a session.
	 * @param target the address of Redis, for messages
	 * @param connector opens a session
	 * @param ticker the clock
	 * @param waitReplicas how many replicas must confirm a grant or a renewal
	 */
	ScriptCaller(RedisTarget target, Supplier<CompletionStage<RedisSession>> connector, Ticker ticker,
			int waitReplicas) {
		this.target = target;
		this.connector = connector;
		this.ticker = ticker;
		this.waitReplicas = waitReplicas;
		this.silence = new Silence(ticker);
	}

	/**
	 * Runs a script.
	 * @param script the script
	 * @param keys the keys of the records, all in one slot; at least one
	 * @param batch the commands for these keys
	 * @param timeout the timeout for everything from connecting to the reply
	 * @return the parts of the reply for each command
	 * @throws LeaseStoreException if there is no reply; the script may have been executed
	 */
	<C> List<List<String>> call(LeaseScript<C, ?> script, String[] keys, List<C> batch, Duration timeout) {
		CallBudget budget = new CallBudget(this.ticker, timeout);
		String[] arguments = script.arguments().apply(batch).toArray(String[]::new);
		try {
			try {
				return callOnce(script, keys, arguments, budget);
			}
			catch (ExecutionException ex) {
				if (!RedisFailures.isMoved(cause(ex))) {
					throw ex;
				}
				// Not executed: the next session reads the topology again
				return callOnce(script, keys, arguments, budget);
			}
		}
		catch (ExecutionException ex) {
			throw RedisFailures.ofCall(script.name(), cause(ex));
		}
		catch (TimeoutException ex) {
			throw new NoAnswerException("Redis did not answer '" + script.name() + "' within " + budget
					+ ", which were left of leader-election.operation-timeout. Check the load of the server and the "
					+ "network", ex);
		}
	}

	private List<List<String>> callOnce(LeaseScript<?, ?> script, String[] keys, String[] arguments, CallBudget budget)
			throws ExecutionException, TimeoutException {
		RedisSession session = session(budget);
		try {
			RedisClusterAsyncCommands<String, String> commands = budget.await(session.node().apply(keys[0]));
			List<List<String>> replies = ScriptReplies.of(run(commands, script, keys, arguments, budget), keys.length);
			boolean confirmed = this.waitReplicas == 0 || replies.stream().noneMatch(ScriptReplies::isGrant);
			return confirmed ? replies : confirm(replies, commands, budget);
		}
		catch (ExecutionException ex) {
			if (RedisFailures.endsConnection(cause(ex))) {
				RedisConnector.close(session.connection());
			}
			throw ex;
		}
		catch (TimeoutException ex) {
			if (this.silence.isLongerThan(SILENCE)) {
				RedisConnector.close(session.connection());
			}
			throw ex;
		}
	}

	private @Nullable Object run(RedisClusterAsyncCommands<String, String> commands, LeaseScript<?, ?> script,
			String[] keys, String[] arguments, CallBudget budget) throws ExecutionException, TimeoutException {
		try {
			return await(commands.evalsha(script.sha(), ScriptOutputType.MULTI, keys, arguments), budget);
		}
		catch (ExecutionException ex) {
			if (!(ex.getCause() instanceof RedisNoScriptException)) {
				throw ex;
			}
			return await(commands.eval(script.text(), ScriptOutputType.MULTI, keys, arguments), budget);
		}
	}

	/** Replaces grants that too few replicas confirm. */
	private List<List<String>> confirm(List<List<String>> replies, RedisClusterAsyncCommands<String, String> commands,
			CallBudget budget) {
		// The server times out slightly before the caller, so that its reply arrives
		long waitMillis = Math.max(1, budget.millisLeft() * 3 / 4);
		String confirmed;
		try {
			long count = await(commands.waitForReplication(this.waitReplicas, waitMillis), budget);
			if (count >= this.waitReplicas) {
				return replies;
			}
			confirmed = "only " + count + " confirmed a grant within " + waitMillis + " ms";
		}
		catch (ExecutionException ex) {
			confirmed = "none confirmed a grant: " + cause(ex).getMessage();
		}
		catch (TimeoutException ex) {
			confirmed = "none confirmed a grant within " + waitMillis + " ms";
		}
		List<String> unconfirmed = ScriptReplies.unconfirmed("Of " + this.waitReplicas + " replicas " + confirmed
				+ ", so it does not count. Check the replicas, grant +wait to the user, or lower "
				+ "leader-election.redis.wait-replicas");
		return replies.stream().map((parts) -> ScriptReplies.isGrant(parts) ? unconfirmed : parts).toList();
	}

	private static Throwable cause(ExecutionException failure) {
		Throwable cause = failure.getCause();
		return (cause != null) ? cause : failure;
	}

	private <T> T await(CompletionStage<T> command, CallBudget budget) throws ExecutionException, TimeoutException {
		this.silence.sent();
		return budget.await(command.whenComplete((reply, failure) -> this.silence.answered()));
	}

	/**
	 * Returns a session that appears to be open.
	 * @throws TimeoutException if connecting takes too long; it continues in the
	 * background
	 * @throws LeaseStoreException if connecting fails; the next call connects again
	 */
	RedisSession session(CallBudget budget) throws TimeoutException {
		try {
			return budget.await(current());
		}
		catch (ExecutionException ex) {
			throw RedisFailures.ofConnect(this.target.toString(), ex);
		}
	}

	private synchronized CompletableFuture<RedisSession> current() {
		if (this.closed) {
			throw new IllegalStateException("The Redis store is closed");
		}
		CompletableFuture<RedisSession> session = this.current;
		if (session != null && !session.isDone() && this.ticker.nanos() - this.connectingSince > LONGEST_CONNECT) {
			CompletableFuture<?> unused = session.thenAccept((late) -> RedisConnector.close(late.connection()));
			session = null;
		}
		if (session == null || isLost(session)) {
			this.connectingSince = this.ticker.nanos();
			session = connect(MOST_CONNECTS).toCompletableFuture();
			this.current = session;
		}
		return session;
	}

	private CompletionStage<RedisSession> connect(int attempts) {
		// Lettuce's own future does not support exceptionallyCompose
		return this.connector.get()
			.toCompletableFuture()
			.exceptionallyCompose((failure) -> (attempts > 1 && RedisFailures.hidesReason(failure))
					? connect(attempts - 1) : CompletableFuture.failedStage(failure));
	}

	private static boolean isLost(CompletableFuture<RedisSession> session) {
		return session.isDone() && (session.isCompletedExceptionally() || !session.join().connection().isOpen());
	}

	/** Fails calls from now on. The connector closes the session. */
	@Override
	public synchronized void close() {
		this.closed = true;
	}

}
