/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

import javax.net.ssl.SSLException;

import io.grpc.Status;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.MissingRightException;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.store.support.RefusedCommandException;
import org.jspecify.annotations.Nullable;

/**
 * Explains an etcd error: what it means for leader election, and what to do about it.
 */
final class EtcdFailures {

	private static final String PREFIX = "leader-election.etcd.";

	private EtcdFailures() {
	}

	/**
	 * Explains a failed call. Returns a failure that is explained already as it is.
	 * @param call the method
	 * @param target the endpoint
	 * @param timeout the timeout of the call
	 */
	static LeaseStoreException ofCall(String call, String target, Duration timeout, Throwable failure) {
		if (failure instanceof LeaseStoreException known) {
			return known;
		}
		if (isTimeout(failure)) {
			return new NoAnswerException("etcd at " + target + " did not answer '" + call + "' within "
					+ timeout.toMillis() + " ms, which were left of leader-election.operation-timeout. Check the "
					+ "server, its quorum, the network and " + PREFIX + "endpoints", failure);
		}
		Status status = Status.fromThrowable(failure);
		String error = error(status, failure);
		String advice = advice(status, failure, error);
		String what = neverSent(failure) ? "etcd at " + target + " cannot be reached: "
				: "The call '" + call + "' to etcd at " + target + " failed: ";
		String text = what + error + ((advice != null) ? ". " + advice : "");
		return switch (status.getCode()) {
			case PERMISSION_DENIED -> new MissingRightException(text, failure);
			case RESOURCE_EXHAUSTED -> new RefusedCommandException(text, failure);
			case UNAVAILABLE -> new NoAnswerException(text, failure);
			default -> new LeaseStoreException(text, failure);
		};
	}

	static boolean isTimeout(Throwable failure) {
		return failure instanceof TimeoutException
				|| Status.fromThrowable(failure).getCode() == Status.Code.DEADLINE_EXCEEDED;
	}

	/**
	 * Returns whether the server no longer accepts the login; the request had no effect.
	 */
	static boolean isStaleLogin(Throwable failure) {
		Status status = Status.fromThrowable(failure);
		String error = String.valueOf(status.getDescription());
		return error.contains("invalid auth token") || error.contains("revision of auth store is old");
	}

	/** Returns whether an etcd lease is gone, so that nothing was written. */
	static boolean isLeaseGone(@Nullable Throwable failure) {
		return failure != null
				&& String.valueOf(Status.fromThrowable(failure).getDescription()).contains("requested lease not found");
	}

	/** Returns whether no connection was made, so that nothing was sent. */
	static boolean neverSent(Throwable failure) {
		return isCausedBy(failure, ConnectException.class, UnknownHostException.class, NoRouteToHostException.class,
				SSLException.class);
	}

	private static boolean isCausedBy(Throwable failure, Class<?>... types) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			for (Class<?> type : types) {
				if (type.isInstance(cause)) {
					return true;
				}
			}
		}
		return false;
	}

	/** Returns whether a new session, perhaps to another endpoint, may succeed. */
	static boolean endsSession(Throwable failure) {
		return switch (Status.fromThrowable(failure).getCode()) {
			case UNAVAILABLE, INTERNAL, UNKNOWN, CANCELLED, UNIMPLEMENTED -> true;
			default -> false;
		};
	}

	private static Throwable root(Throwable failure) {
		Throwable root = failure;
		while (root.getCause() != null) {
			root = root.getCause();
		}
		return root;
	}

	private static String error(Status status, Throwable failure) {
		String description = status.getDescription();
		// Further lines describe internals of the client
		String error = (description != null) ? description.lines().findFirst().orElse("")
				: String.valueOf(status.getCode());
		Throwable root = root(failure);
		return (status.getCause() != null && root.getMessage() != null) ? error + ": " + root.getMessage() : error;
	}

	private static @Nullable String advice(Status status, Throwable failure, String error) {
		String login = adviceOnLogin(error);
		if (login != null) {
			return login;
		}
		if (isCausedBy(failure, SSLException.class)) {
			return "Correct the SSL settings of leader-election.etcd, or the certificate of the server";
		}
		return switch (status.getCode()) {
			case PERMISSION_DENIED -> "Allow the role of the user to read and write all keys that begin with " + PREFIX
					+ "key-prefix: etcdctl role grant-permission <role> readwrite <key-prefix> --prefix=true";
			case RESOURCE_EXHAUSTED ->
				"If the server has no space left: compact and defragment it, disarm its alarm, and enable automatic "
						+ "compaction (--auto-compaction-retention)";
			case UNAVAILABLE ->
				error.contains("etcdserver") ? "Check that a majority of the servers of the cluster is up"
						: "Check " + PREFIX + "endpoints: host, port, and whether it is http or https";
			case UNIMPLEMENTED -> "Check " + PREFIX + "endpoints: the server is not etcd 3.4 or later";
			default -> null;
		};
	}

	private static @Nullable String adviceOnLogin(String error) {
		if (error.contains("authentication failed") || error.contains("invalid auth token")) {
			return "Correct " + PREFIX + "username and " + PREFIX + "password";
		}
		if (error.contains("user name is empty")) {
			return "The server requires a login. Set " + PREFIX + "username and " + PREFIX + "password";
		}
		return error.contains("authentication is not enabled")
				? "Remove " + PREFIX + "username and " + PREFIX + "password, or enable authentication on the server"
				: null;
	}

}
