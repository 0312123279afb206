/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An etcd server, standalone or a member of a cluster, run by the local {@code etcd}.
 */
public final class EtcdServer extends TestServer {

	private static final String BINARY = "etcd";

	private static final Pattern REVISION = Pattern.compile("\"revision\":\"(\\d+)\"");

	private static final int STANDARD_PORT = 2379;

	private static final String DATA = "data";

	private final int healthPort;

	private EtcdServer(Path directory, int port, int healthPort, ServerProcess process) {
		super(directory, port, process);
		this.healthPort = healthPort;
	}

	/**
	 * Starts a standalone server.
	 * @param options further options of the command line
	 * @return the running server
	 */
	public static EtcdServer open(String... options) {
		Path directory = Commands.temporaryDirectory(BINARY);
		int port = Loopback.freePort();
		ServerProcess process = Containers.choose(Commands.find(BINARY, List.of()),
				() -> process(directory, "http", port, Member.alone("default", Loopback.freePort()), options),
				() -> container(port, options));
		return started(new EtcdServer(directory, port, port, process));
	}

	/**
	 * Starts a server that uses TLS, always as a local process.
	 * @param certificate the certificate of the server, a PEM file
	 * @param key the private key, a PEM file
	 * @param options further options of the command line, such as
	 * {@code "--trusted-ca-file"} and a file
	 * @return the running server
	 */
	public static EtcdServer openSecured(Path certificate, Path key, String... options) {
		Path directory = Commands.temporaryDirectory(BINARY);
		int port = Loopback.freePort();
		int healthPort = Loopback.freePort();
		List<String> all = new ArrayList<>(List.of("--cert-file", certificate.toString(), "--key-file", key.toString(),
				"--listen-metrics-urls", url("http", healthPort)));
		all.addAll(List.of(options));
		ServerProcess process = process(directory, "https", port, Member.alone("default", Loopback.freePort()),
				all.toArray(String[]::new));
		return started(new EtcdServer(directory, port, healthPort, process));
	}

	/**
	 * Prepares a member of a cluster without starting it. It is always a local process,
	 * because members must reach each other at the addresses by which they know each
	 * other.
	 */
	static EtcdServer member(Member member) {
		Path directory = Commands.temporaryDirectory(BINARY);
		int port = Loopback.freePort();
		return new EtcdServer(directory, port, port, process(directory, "http", port, member));
	}

	private static ServerProcess process(Path directory, String scheme, int port, Member member, String... options) {
		Path binary = Commands.require(BINARY, "install the package etcd-server");
		List<String> command = new ArrayList<>(List.of(binary.toString(), "--name", member.name(), "--data-dir",
				directory.resolve(DATA).toString(), "--listen-client-urls", url(scheme, port),
				"--advertise-client-urls", url(scheme, port), "--listen-peer-urls", url("http", member.peerPort()),
				"--initial-advertise-peer-urls", url("http", member.peerPort()), "--initial-cluster", member.cluster(),
				"--logger", "zap", "--log-outputs", "stderr"));
		command.addAll(Arrays.asList(options));
		return new NativeProcess(command, directory);
	}

	private static ServerProcess container(int port, String... options) {
		List<String> command = new ArrayList<>(List.of(BINARY, "--listen-client-urls",
				"http://0.0.0.0:" + STANDARD_PORT, "--advertise-client-urls", url("http", port)));
		command.addAll(Arrays.asList(options));
		return new ContainerProcess(Containers.image("LEADER_ELECTION_ETCD_IMAGE", "quay.io/coreos/etcd:v3.5.21"),
				Map.of(), command, STANDARD_PORT, port);
	}

	private static String url(String scheme, int port) {
		return scheme + "://" + Loopback.HOST + ":" + port;
	}

	/**
	 * Returns the URL for clients.
	 * @return the URL
	 */
	public String endpoint() {
		return url((this.healthPort == port()) ? "http" : "https", port());
	}

	/**
	 * Forgets all revisions before the current one.
	 */
	public void compact() {
		String status = post("/v3/maintenance/status", "{}");
		Matcher revision = REVISION.matcher(status);
		if (!revision.find()) {
			throw new IllegalStateException("No revision in " + status);
		}
		post("/v3/kv/compaction", "{\"revision\":\"" + revision.group(1) + "\",\"physical\":true}");
	}

	/**
	 * Deletes keys, as a person could.
	 * @param prefix the prefix of the keys
	 */
	public void delete(String prefix) {
		// The range ends before the first key after all those with the prefix
		int last = prefix.length() - 1;
		String end = prefix.substring(0, last) + (char) (prefix.charAt(last) + 1);
		post("/v3/kv/deleterange", "{\"key\":\"" + base64(prefix) + "\",\"range_end\":\"" + base64(end) + "\"}");
	}

	private static String base64(String text) {
		return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
	}

	private String post(String path, String body) {
		try {
			HttpResponse<String> response = HttpClient.newHttpClient()
				.send(HttpRequest.newBuilder(URI.create(endpoint() + path))
					.POST(HttpRequest.BodyPublishers.ofString(body))
					.build(), HttpResponse.BodyHandlers.ofString());
			if (response.statusCode() != HttpURLConnection.HTTP_OK) {
				throw new IllegalStateException(path + " was answered with " + response.body());
			}
			return response.body();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("No answer to " + path, ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted in " + path, ex);
		}
	}

	/**
	 * Deletes all data of a stopped server, so that it starts empty.
	 */
	public void deleteData() {
		Path data = directory().resolve(DATA);
		if (Files.exists(data)) {
			Commands.delete(data);
		}
	}

	@Override
	boolean isReady() {
		return Loopback.answers(this.healthPort,
				"GET /health HTTP/1.1\r\nHost: " + Loopback.HOST + "\r\nConnection: close\r\n\r\n",
				(in) -> new String(in.readAllBytes(), StandardCharsets.UTF_8).contains("\"health\":\"true\""));
	}

	/**
	 * The identity of a server and its cluster.
	 *
	 * @param name its name
	 * @param peerPort the port at which the others reach it
	 * @param cluster all members in etcd's syntax
	 */
	record Member(String name, int peerPort, String cluster) {

		static Member alone(String name, int peerPort) {
			return new Member(name, peerPort, entry(name, peerPort));
		}

		static String entry(String name, int peerPort) {
			return name + "=" + url("http", peerPort);
		}

	}

}
