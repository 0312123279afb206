/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A cluster of three etcd servers. It has a quorum as long as two of them run.
 */
public final class EtcdCluster implements AutoCloseable {

	private static final int SIZE = 3;

	private final List<EtcdServer> members;

	private EtcdCluster(List<EtcdServer> members) {
		this.members = members;
	}

	/**
	 * Starts a cluster.
	 * @return the running cluster
	 */
	public static EtcdCluster open() {
		List<Integer> ports = IntStream.range(0, SIZE).mapToObj((i) -> Loopback.freePort()).toList();
		String all = IntStream.range(0, SIZE)
			.mapToObj((i) -> EtcdServer.Member.entry(name(i), ports.get(i)))
			.collect(Collectors.joining(","));
		EtcdCluster cluster = new EtcdCluster(IntStream.range(0, SIZE)
			.mapToObj((i) -> EtcdServer.member(new EtcdServer.Member(name(i), ports.get(i), all)))
			.toList());
		try {
			cluster.start(cluster.members);
		}
		catch (RuntimeException ex) {
			cluster.close();
			throw ex;
		}
		return cluster;
	}

	private static String name(int number) {
		return "member" + number;
	}

	/**
	 * Starts members again, all at the same time, because none answers before there is a
	 * quorum.
	 * @param stopped the members to start
	 */
	public void start(List<EtcdServer> stopped) {
		CompletableFuture
			.allOf(stopped.stream()
				.map((member) -> CompletableFuture.runAsync(member::start, (task) -> new Thread(task).start()))
				.toArray(CompletableFuture[]::new))
			.join();
	}

	/**
	 * Returns the members.
	 * @return three servers
	 */
	public List<EtcdServer> members() {
		return this.members;
	}

	@Override
	public void close() {
		this.members.forEach(EtcdServer::close);
	}

}
