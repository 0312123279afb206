/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.time.Ticker;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts in one round trip each: by hash, or by text if the server does not know
 * the hash.
 */
final class ScriptCaller {

	/**
	 * A connection that does not answer for longer while a command is pending is closed.
	 */
	private static final long SILENCE = TimeUnit.MILLISECONDS.toNanos(500);

	private final SessionHolder sessions;

	private final RedisKeys names;

	private final Ticker ticker;

	private final int waitReplicas;

	private final Silence silence;

	ScriptCaller(SessionHolder sessions, RedisKeys names, Ticker ticker, int waitReplicas) {
		this.sessions = sessions;
		this.names = names;
		this.ticker = ticker;
		this.waitReplicas = waitReplicas;
		this.silence = new Silence(ticker);
	}

	/**
	 * Runs a script.
	 * @param command the kind of command
	 * @param batch commands of one namespace, whose records are in one slot; at least one
	 * @param timeout the timeout for everything from connecting to the reply
	 * @return the parts of the reply for each command
	 * @throws LeaseStoreException if there is no reply; the script may have been executed
	 */
	<C> List<List<byte[]>> call(ScriptCommand<C, ?> command, List<C> batch, Duration timeout) {
		CallBudget budget = new CallBudget(this.ticker, timeout);
		byte[][] keys = batch.stream().map(command.key()).map(this.names::record).toArray(byte[][]::new);
		byte[][] arguments = command.arguments().apply(batch).toArray(byte[][]::new);
		String name = command.script().name();
		try {
			try {
				return callOnce(command, keys, arguments, budget);
			}
			catch (ExecutionException ex) {
				if (!RedisFailures.isMoved(cause(ex))) {
					throw ex;
				}
				// Not executed: the next session reads the topology again
				return callOnce(command, keys, arguments, budget);
			}
		}
		catch (ExecutionException ex) {
			throw RedisFailures.ofCall(name, cause(ex));
		}
		catch (TimeoutException ex) {
			throw new LeaseStoreException("Redis did not answer '" + name + "' within " + budget
					+ ". Check the load of the server and the network; the timeout is set by "
					+ "leader-election.operation-timeout", ex);
		}
	}

	private List<List<byte[]>> callOnce(ScriptCommand<?, ?> command, byte[][] keys, byte[][] arguments,
			CallBudget budget) throws ExecutionException, TimeoutException {
		RedisSession session = this.sessions.session(budget);
		try {
			RedisClusterAsyncCommands<byte[], byte[]> commands = budget.await(session.commands(keys[0]));
			Object reply = run(commands, command.script(), keys, arguments, budget);
			List<List<byte[]>> replies = ScriptReplies.of(reply, keys.length);
			boolean confirmed = !command.replicated() || this.waitReplicas == 0
					|| replies.stream().noneMatch(ScriptReplies::isGrant);
			return confirmed ? replies : confirm(replies, commands, budget);
		}
		catch (ExecutionException ex) {
			if (RedisFailures.endsConnection(cause(ex))) {
				this.sessions.drop(session);
			}
			throw ex;
		}
		catch (TimeoutException ex) {
			if (this.silence.isLongerThan(SILENCE)) {
				this.sessions.drop(session);
			}
			throw ex;
		}
	}

	private @Nullable Object run(RedisClusterAsyncCommands<byte[], byte[]> commands, LeaseScript script, byte[][] keys,
			byte[][] arguments, CallBudget budget) throws ExecutionException, TimeoutException {
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
	private List<List<byte[]>> confirm(List<List<byte[]>> replies, RedisClusterAsyncCommands<byte[], byte[]> commands,
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
		List<byte[]> unconfirmed = ScriptReplies.unconfirmed("Of " + this.waitReplicas + " replicas " + confirmed
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
		command.whenComplete((reply, failure) -> this.silence.answered());
		return budget.await(command);
	}

}
