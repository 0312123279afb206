/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.time.Duration;
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
 * Runs scripts, each in one round trip: by its hash, and by its text where the server
 * does not know it.
 */
final class ScriptCaller {

	/**
	 * A connection that is silent for longer while something is asked of it is given up.
	 */
	private static final long SILENCE = TimeUnit.MILLISECONDS.toNanos(500);

	private final SessionHolder sessions;

	private final Ticker ticker;

	private final int waitReplicas;

	private final Silence silence;

	ScriptCaller(SessionHolder sessions, Ticker ticker, int waitReplicas) {
		this.sessions = sessions;
		this.ticker = ticker;
		this.waitReplicas = waitReplicas;
		this.silence = new Silence(ticker);
	}

	/**
	 * Runs a script.
	 * @param timeout for everything, from connecting to the answer
	 * @return what it answers
	 * @throws LeaseStoreException if it does not answer; it may have been run
	 */
	ScriptAnswer call(ScriptCall call, Duration timeout) {
		CallBudget budget = new CallBudget(this.ticker, timeout);
		try {
			try {
				return callOnce(call, budget);
			}
			catch (ExecutionException ex) {
				if (!RedisFailures.isMoved(cause(ex))) {
					throw ex;
				}
				// Refused without effect: the next session reads the topology again
				return callOnce(call, budget);
			}
		}
		catch (ExecutionException ex) {
			throw RedisFailures.ofCall(call.script().name(), cause(ex));
		}
		catch (TimeoutException ex) {
			throw new LeaseStoreException("Redis did not answer '" + call.script().name() + "' within " + budget
					+ ". Look at the load of the server and at the network; the time is set by "
					+ "leader-election.operation-timeout", ex);
		}
	}

	private ScriptAnswer callOnce(ScriptCall call, CallBudget budget) throws ExecutionException, TimeoutException {
		RedisSession session = this.sessions.session(budget);
		try {
			RedisClusterAsyncCommands<byte[], byte[]> commands = budget.await(session.commands(call.keys()[0]));
			Object reply = run(commands, call, budget);
			boolean confirmed = !call.replicated() || this.waitReplicas == 0 || !ScriptReply.grants(reply);
			return new ScriptAnswer(reply, (confirmed) ? null : awaitReplicas(commands, budget));
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

	private @Nullable Object run(RedisClusterAsyncCommands<byte[], byte[]> commands, ScriptCall call, CallBudget budget)
			throws ExecutionException, TimeoutException {
		LeaseScript script = call.script();
		try {
			return await(commands.evalsha(script.sha(), ScriptOutputType.MULTI, call.keys(), call.arguments()), budget);
		}
		catch (ExecutionException ex) {
			if (!(ex.getCause() instanceof RedisNoScriptException)) {
				throw ex;
			}
			return await(commands.eval(script.text(), ScriptOutputType.MULTI, call.keys(), call.arguments()), budget);
		}
	}

	private @Nullable LeaseStoreException awaitReplicas(RedisClusterAsyncCommands<byte[], byte[]> commands,
			CallBudget budget) {
		// The server gives up a little earlier than the caller, so that its count arrives
		long patience = Math.max(1, budget.millisLeft() * 3 / 4);
		String confirmed = "none";
		Throwable cause = null;
		try {
			long count = await(commands.waitForReplication(this.waitReplicas, patience), budget);
			if (count >= this.waitReplicas) {
				return null;
			}
			confirmed = "only " + count;
		}
		catch (ExecutionException | TimeoutException ex) {
			cause = ex;
		}
		return new LeaseStoreException("Of " + this.waitReplicas + " replicas " + confirmed
				+ " confirmed a grant within " + patience + " ms, so it does not count. Look at the replicas, grant "
				+ "+wait to the user, or lower leader-election.redis.wait-replicas", cause);
	}

	private static Throwable cause(ExecutionException failure) {
		Throwable cause = failure.getCause();
		return (cause != null) ? cause : failure;
	}

	private <T> T await(CompletionStage<T> command, CallBudget budget) throws ExecutionException, TimeoutException {
		this.silence.asked();
		command.whenComplete((reply, failure) -> this.silence.answered());
		return budget.await(command);
	}

}
