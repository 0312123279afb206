/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.leaderelection.store.support.LeaseStoreException;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the role and the memory settings of a server, if the user may run INFO.
 */
final class ServerInspection {

	private static final Logger logger = LoggerFactory.getLogger(ServerInspection.class);

	private static final String DENIED = "The Redis user may not run INFO: a replica is detected only at the first "
			+ "write, eviction is not detected, and the first leader of an election waits for a lease. Grant +info";

	private final AtomicBoolean warned = new AtomicBoolean();

	/**
	 * Checks the memory settings, and the role unless it is a cluster, whose nodes
	 * redirect writes to the primary.
	 * @return a stage that fails if the server is a replica
	 */
	CompletionStage<Void> check(RedisClusterAsyncCommands<String, String> commands, boolean cluster) {
		return commands.info().handle((info, failure) -> {
			if (failure != null) {
				logger.debug(DENIED, failure);
				return null;
			}
			if (!cluster && "slave".equals(field(info, "role"))) {
				throw new LeaseStoreException("READONLY: the server is a replica of " + field(info, "master_host") + ":"
						+ field(info, "master_port"));
			}
			warnOfEviction(info);
			return null;
		});
	}

	private void warnOfEviction(String info) {
		String policy = field(info, "maxmemory_policy");
		String limit = field(info, "maxmemory");
		boolean evicts = policy != null && policy.startsWith("allkeys") && !"0".equals(limit);
		if (evicts && this.warned.compareAndSet(false, true)) {
			logger.warn("The Redis server may evict records of leader election: its maxmemory-policy is {}. A leader "
					+ "loses its term when its record is evicted. Set the policy to noeviction or volatile-*, or use a "
					+ "separate server for leader election", policy);
		}
	}

	private static @Nullable String field(String info, String name) {
		Matcher matcher = Pattern.compile("(?m)^" + name + ":(\\S*)").matcher(info);
		return matcher.find() ? matcher.group(1) : null;
	}

}
