/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.nio.channels.ClosedChannelException;

import io.leaderelection.store.support.LeaseStoreException;
import io.lettuce.core.RedisCommandExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Says what an error of Redis means for leader election, and what to do about it.
 */
final class RedisFailures {

	/** The rights that the store needs, as in {@code ACL SETUSER}. */
	static final String RIGHTS = "~<key-prefix>* &<key-prefix>* +@connection +eval +evalsha +time +hmget +hset +hlen "
			+ "+info +publish +subscribe +unsubscribe, and +wait if leader-election.redis.wait-replicas is set";

	private RedisFailures() {
	}

	/** A command that failed inside of a script, for one record. */
	static LeaseStoreException ofRecord(String key, String error) {
		return new LeaseStoreException(
				"Redis cannot write the record under the key '" + key + "': " + error + advice(error));
	}

	/** A call that failed as a whole. */
	static LeaseStoreException ofCall(String call, Throwable failure) {
		String error = message(failure);
		return new LeaseStoreException("The call '" + call + "' to Redis failed: " + error + advice(error), failure);
	}

	/** A connection that was not made. */
	static LeaseStoreException ofConnect(String target, Throwable failure) {
		String error = message(root(failure));
		return new LeaseStoreException("Redis at " + target + " cannot be reached: " + error + advice(error), failure);
	}

	/**
	 * Whether a connection was not made for a reason that Lettuce does not report: it
	 * forgets the handshake, and with it the server's refusal, where the channel closes
	 * before it looks for it.
	 */
	static boolean hidesReason(Throwable failure) {
		Throwable root = root(failure);
		return root instanceof IllegalStateException && message(root).equals("RedisHandshakeHandler not registered");
	}

	private static Throwable root(Throwable failure) {
		Throwable root = failure;
		while (root.getCause() != null) {
			root = root.getCause();
		}
		return root;
	}

	/** Whether the connection is of no further use. */
	static boolean endsConnection(Throwable failure) {
		if (failure instanceof RedisCommandExecutionException) {
			String error = message(failure);
			return error.startsWith("READONLY") || isMoved(failure) || error.startsWith("NOAUTH")
					|| error.startsWith("UNBLOCKED") || error.startsWith("CLUSTERDOWN");
		}
		// Everything but an error that the server answered
		return true;
	}

	/** Whether another node answers for the record; nothing was done. */
	static boolean isMoved(Throwable failure) {
		return failure instanceof RedisCommandExecutionException && message(failure).startsWith("MOVED ");
	}

	private static String message(Throwable failure) {
		if (failure instanceof ClosedChannelException) {
			return "the connection is closed";
		}
		String message = failure.getMessage();
		return (message != null) ? message : failure.getClass().getSimpleName();
	}

	private static String advice(String error) {
		String advice = remedy(error);
		return (advice != null) ? ". " + advice : "";
	}

	private static @Nullable String remedy(String error) {
		if (error.contains("READONLY")) {
			return "The server is a read-only replica. Connect to the primary, or through Sentinel or the cluster";
		}
		if (error.contains("NOPERM") || error.contains("can't run this command") || error.contains("No permissions")) {
			return "Give the user the rights: " + RIGHTS;
		}
		if (error.contains("WRONGPASS") || error.contains("NOAUTH") || error.contains("without any password")) {
			return "Correct the user name and password of the Redis connection";
		}
		if (error.contains("OOM")) {
			return "The server's memory is full. Raise maxmemory, or give leader election a server of its own";
		}
		if (error.contains("MISCONF")) {
			return "The server cannot save its data and refuses to write. See the server's log";
		}
		if (error.contains("NOREPLICAS")) {
			return "The server has fewer replicas than its min-replicas-to-write demands";
		}
		return null;
	}

}
