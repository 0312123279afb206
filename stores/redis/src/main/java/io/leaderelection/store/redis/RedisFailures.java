/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.nio.channels.ClosedChannelException;
import java.util.Locale;

import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.MissingRightException;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.store.support.ReadOnlyStoreException;
import io.leaderelection.store.support.RefusedCommandException;
import io.lettuce.core.RedisCommandExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Translates errors of Redis to exceptions that name the remedy.
 */
final class RedisFailures {

	/** The permissions that the store needs, as in {@code ACL SETUSER}. */
	static final String RIGHTS = "~<key-prefix>* &<key-prefix>* +@connection +eval +evalsha +time +hmget +hset +hlen "
			+ "+info +publish +subscribe +unsubscribe, and +wait if leader-election.redis.wait-replicas is set";

	private RedisFailures() {
	}

	/** For a command in a script that failed for one record. */
	static LeaseStoreException ofRecord(String key, String error) {
		String text = "Redis cannot write the record under the key '" + key + "': " + error + advice(error);
		return ofAnswer(error, text, null);
	}

	/** For a script call that failed as a whole. */
	static LeaseStoreException ofCall(String call, Throwable failure) {
		String error = message(failure);
		String text = "The call '" + call + "' to Redis failed: " + error + advice(error);
		return (failure instanceof RedisCommandExecutionException || isDenied(error)) ? ofAnswer(error, text, failure)
				: new NoAnswerException(text, failure);
	}

	/** For a connection that could not be opened. */
	static LeaseStoreException ofConnect(String target, Throwable failure) {
		String error = message(root(failure));
		if (remedy(error) != null) {
			// An answer of the server
			String text = "Redis at " + target + " refuses the connection: " + error + advice(error);
			return isReadOnly(error) ? new ReadOnlyStoreException(text, failure)
					: new LeaseStoreException(text, failure);
		}
		return new NoAnswerException("Redis at " + target + " cannot be reached: " + error, failure);
	}

	private static LeaseStoreException ofAnswer(String error, String text, @Nullable Throwable failure) {
		if (isDenied(error)) {
			return new MissingRightException(text, failure);
		}
		return isReadOnly(error) ? new ReadOnlyStoreException(text, failure)
				: new RefusedCommandException(text, failure);
	}

	/**
	 * Returns whether Lettuce does not report why a connection failed: if the channel
	 * closes early, Lettuce discards the handshake and with it the error of the server.
	 */
	static boolean hidesReason(Throwable failure) {
		String root = message(root(failure));
		return root.equals("RedisHandshakeHandler not registered") || root.equals("Connection closed prematurely");
	}

	private static Throwable root(Throwable failure) {
		Throwable root = failure;
		while (root.getCause() != null) {
			root = root.getCause();
		}
		return root;
	}

	/** Returns whether the connection can no longer be used. */
	static boolean endsConnection(Throwable failure) {
		if (failure instanceof RedisCommandExecutionException) {
			String error = message(failure);
			return error.startsWith("READONLY") || isMoved(failure) || error.startsWith("NOAUTH")
					|| error.startsWith("UNBLOCKED") || error.startsWith("CLUSTERDOWN");
		}
		// Any failure other than an error that the server returned
		return true;
	}

	/** Returns whether another node stores the record. The command was not executed. */
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

	/**
	 * Returns whether a right is missing. Redis 6 says that the user can't run the
	 * command, from 7 on an error in a script begins with "ACL failure in script".
	 */
	private static boolean isDenied(String error) {
		return error.contains("NOPERM") || error.contains("can't run this command")
				|| error.toLowerCase(Locale.ROOT).contains("no permissions") || error.contains("ACL failure");
	}

	private static boolean isReadOnly(String error) {
		return error.contains("READONLY");
	}

	private static @Nullable String remedy(String error) {
		if (isReadOnly(error)) {
			return "The server is a read-only replica. Connect to the primary, or through Sentinel or the cluster";
		}
		if (isDenied(error)) {
			return "Give the user the rights: " + RIGHTS;
		}
		if (error.contains("WRONGPASS") || error.contains("NOAUTH") || error.contains("without any password")) {
			return "Correct the user name and password of the Redis connection";
		}
		if (error.contains("OOM")) {
			return "The server's memory is full. Raise maxmemory, or use a separate server for leader election";
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
