/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import io.leaderelection.servers.AzuriteServer;
import io.leaderelection.servers.DynamoServer;
import io.leaderelection.servers.FerretServer;
import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.Serve;
import io.leaderelection.servers.VersityServer;
import org.jspecify.annotations.Nullable;

/**
 * The store that the instances elect over, with its server unless there is one.
 */
final class DemoStore implements AutoCloseable {

	private static final long STOP_SECONDS = 40;

	private final String name;

	private final String url;

	private final @Nullable Process server;

	private DemoStore(String name, String url, @Nullable Process server) {
		this.name = name;
		this.url = url;
		this.server = server;
	}

	/**
	 * Starts the server of a store unless the options name one. It is another process, so
	 * that it outlives this one's instances, whatever ends this one.
	 * @param options the options
	 * @param directory the directory for its log
	 * @return the store
	 */
	static DemoStore open(DemoOptions options, Path directory) {
		String name = options.store();
		if (name.equals(DemoOptions.LOCAL) || !options.url().isEmpty()) {
			return new DemoStore(name, options.url(), null);
		}
		Path log = directory.resolve("server.err");
		try {
			Process server = new ProcessBuilder(SampleInstance.JAVA, "-Xmx32m", "-cp",
					System.getProperty("java.class.path"), Serve.class.getName(), name)
				.redirectError(log.toFile())
				.start();
			BufferedReader output = new BufferedReader(
					new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
			String port = output.readLine();
			if (port == null) {
				throw new DemoFailedException("no server for " + name + ": " + Files.readString(log));
			}
			System.out
				.println("Store: " + name + " on port " + port + " of this machine (process " + server.pid() + ")");
			String kubeconfig = name.equals("kubernetes") ? Objects.requireNonNull(output.readLine()) : "";
			return new DemoStore(name, url(name, Integer.parseInt(port), kubeconfig), server);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("No server for " + name, ex);
		}
	}

	private static String url(String name, int port, String kubeconfig) {
		String address = Loopback.HOST + ":" + port;
		return switch (name) {
			case "postgres", "postgres-advisory" -> "jdbc:postgresql://" + address + "/postgres";
			case "mariadb" -> "jdbc:mariadb://" + address + "/test?sessionVariables=idle_transaction_timeout=10";
			case "mysql" -> "jdbc:mysql://" + address
					+ "/test?sslMode=DISABLED&allowPublicKeyRetrieval=true&sessionVariables=wait_timeout=30";
			case "redis" -> {
				System.out.println("This Redis was started just now: the first leader waits until it has been up for"
						+ " a lease (15 s).");
				yield "redis://" + address;
			}
			case "etcd", "s3", "dynamodb" -> "http://" + address;
			case "zookeeper" -> address;
			case "mongodb" -> FerretServer.uri(port);
			case "kubernetes" -> kubeconfig;
			case "azure-blob" -> AzuriteServer.connectionString(port);
			default -> throw new IllegalArgumentException("Unknown store '" + name + "'");
		};
	}

	/** Returns the arguments with which an instance elects over this store. */
	List<String> arguments() {
		List<String> arguments = new ArrayList<>();
		if (this.name.equals(DemoOptions.LOCAL)) {
			return arguments;
		}
		arguments.add("--spring.profiles.active=" + this.name);
		switch (this.name) {
			case "redis" -> arguments.add("--spring.data.redis.url=" + this.url);
			case "etcd" -> arguments.add("--leader-election.etcd.endpoints=" + this.url);
			case "zookeeper" -> arguments.add("--leader-election.zookeeper.connect-string=" + this.url);
			case "azure-blob" -> arguments.add("--leader-election.azure-blob.connection-string=" + this.url);
			case "mongodb" -> arguments.add("--leader-election.mongodb.uri=" + this.url);
			case "s3" -> arguments.add("--leader-election.s3.endpoint=" + this.url);
			case "dynamodb" -> arguments.add("--leader-election.dynamodb.endpoint=" + this.url);
			case "kubernetes" -> {
				// By the environment
			}
			default -> arguments.add("--spring.datasource.url=" + this.url);
		}
		return arguments;
	}

	/** Returns the environment of an instance besides that of this process. */
	Map<String, String> environment() {
		return switch (this.name) {
			case "kubernetes" -> Map.of("KUBECONFIG", this.url);
			// Of the server that was started; those of another are in the environment
			case "s3" -> (this.server != null) ? Map.of("AWS_ACCESS_KEY_ID", VersityServer.ACCESS_KEY,
					"AWS_SECRET_ACCESS_KEY", VersityServer.SECRET_KEY) : Map.of();
			case "dynamodb" -> (this.server != null) ? Map.of("AWS_ACCESS_KEY_ID", DynamoServer.ACCESS_KEY,
					"AWS_SECRET_ACCESS_KEY", DynamoServer.SECRET_KEY) : Map.of();
			default -> Map.of();
		};
	}

	/** Stops the server, which runs until its input ends. */
	@Override
	public void close() {
		if (this.server == null) {
			return;
		}
		try {
			this.server.getOutputStream().close();
			if (!this.server.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
				System.err.println("The server did not end by itself and was killed.");
				this.server.destroyForcibly();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The server cannot be stopped", ex);
		}
		catch (InterruptedException ex) {
			this.server.destroyForcibly();
			Thread.currentThread().interrupt();
		}
	}

}
