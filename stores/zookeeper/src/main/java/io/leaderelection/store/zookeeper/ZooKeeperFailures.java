/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.util.Set;

import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.MissingRightException;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.store.support.RefusedCommandException;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;

/**
 * Explains ZooKeeper errors: what they mean for leader election, and what to do about
 * them.
 */
final class ZooKeeperFailures {

	private static final Set<Code> CONNECTION = Set.of(Code.CONNECTIONLOSS, Code.OPERATIONTIMEOUT, Code.SESSIONEXPIRED,
			Code.SESSIONMOVED, Code.AUTHFAILED);

	private static final String CHECK = "Check the connect string, the network, and that the ensemble has a quorum";

	private ZooKeeperFailures() {
	}

	/** Explains a request that the server or the client refused. */
	static LeaseStoreException ofCall(String servers, KeeperException failure) {
		if (failure.code() == Code.CONNECTIONLOSS) {
			return unreachable(servers, failure);
		}
		String where = (failure.getPath() != null) ? " on the node '" + failure.getPath() + "'" : "";
		String text = "A request to ZooKeeper at " + servers + where + " failed: " + failure.code() + ". "
				+ remedy(failure.code());
		return switch (failure.code()) {
			case NOAUTH -> new MissingRightException(text, failure);
			case NOTREADONLY, QUOTAEXCEEDED, INVALIDACL -> new RefusedCommandException(text, failure);
			case OPERATIONTIMEOUT, REQUESTTIMEOUT -> new NoAnswerException(text, failure);
			default -> new LeaseStoreException(text, failure);
		};
	}

	/** Explains why there is no session. */
	static LeaseStoreException ofConnect(String servers, Throwable failure) {
		if (failure instanceof KeeperException.ConnectionLossException) {
			return unreachable(servers, failure);
		}
		if (failure instanceof IllegalStateException) {
			return new LeaseStoreException("The CuratorFramework for " + servers + " is not running: "
					+ failure.getMessage() + ". Start it before the elections, as by @Bean(initMethod = \"start\"), "
					+ "and close it after them", failure);
		}
		String cause = (failure instanceof KeeperException keeper) ? keeper.code().toString()
				: failure.getClass().getSimpleName()
						+ ((failure.getMessage() != null) ? " " + failure.getMessage() : "");
		return new NoAnswerException("ZooKeeper at " + servers + " cannot be reached: " + cause + ". " + CHECK,
				failure);
	}

	/** Explains that no server answers, with the same message for every cause. */
	static LeaseStoreException unreachable(String servers, @Nullable Throwable failure) {
		return new NoAnswerException("ZooKeeper at " + servers + " cannot be reached: there is no connection. " + CHECK,
				failure);
	}

	/**
	 * Returns whether a failure affects the connection, and therefore all its requests.
	 */
	static boolean isOfConnection(Throwable failure) {
		return failure instanceof LeaseStoreException
				&& (!(failure.getCause() instanceof KeeperException keeper) || CONNECTION.contains(keeper.code()));
	}

	private static String remedy(Code code) {
		return switch (code) {
			case NOAUTH -> "Give the identity of this session the rights create, read, write and delete on the node "
					+ "and on its parents, or correct leader-election.zookeeper.username and password";
			case INVALIDACL -> "leader-election.zookeeper.acl is CREATOR, but the session has no identity. Set "
					+ "leader-election.zookeeper.username and password, or let the application's client authenticate";
			case AUTHFAILED -> "Correct the credentials of the ZooKeeper client";
			case SESSIONEXPIRED ->
				"The session has expired, and its guard locks are gone; the next request uses a new session";
			case REQUESTTIMEOUT, OPERATIONTIMEOUT -> "The ensemble is overloaded or has no quorum";
			case NOTREADONLY -> "The server is read-only, because it has no quorum";
			case QUOTAEXCEEDED -> "Raise the quota of the leader election's root node";
			default -> "See the log of the ZooKeeper server";
		};
	}

}
