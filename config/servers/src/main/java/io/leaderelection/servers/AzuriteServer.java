/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The blob service of Azurite, the emulator of Azure Storage: the npm package
 * {@code azurite}, installed in the folder that {@value #HOME} names, in
 * {@code ~/.cache/leader-election/azurite}, or on the path.
 */
public final class AzuriteServer extends TestServer {

	/** The environment variable that names the folder with {@code node_modules}. */
	public static final String HOME = "LEADER_ELECTION_AZURITE";

	/** The emulator's account. */
	public static final String ACCOUNT = "devstoreaccount1";

	/** The emulator's published key, no secret. */
	public static final String KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/"
			+ "K1SZFPTOtr/KBHBeksoGMGw==";

	private static final int STANDARD_PORT = 10000;

	private AzuriteServer(Path directory, int port, ServerProcess process) {
		super(directory, port, process);
	}

	/**
	 * Starts a server that keeps everything in memory: a restart loses it.
	 * @return the server, which answers
	 */
	public static AzuriteServer open() {
		return open("--inMemoryPersistence");
	}

	/**
	 * Starts a server that keeps everything on disk, over {@link #stop()}.
	 * @return the server, which answers
	 */
	public static AzuriteServer openWithData() {
		return open("--location", "data");
	}

	private static AzuriteServer open(String... persistence) {
		Path directory = Commands.temporaryDirectory("azurite");
		int port = Loopback.freePort();
		Optional<Path> binary = find();
		ServerProcess process = Containers.choose(binary,
				() -> new NativeProcess(command(binary.orElseThrow().toString(), Loopback.HOST, port, persistence),
						directory),
				() -> new ContainerProcess(
						Containers.image("LEADER_ELECTION_AZURITE_IMAGE", "mcr.microsoft.com/azure-storage/azurite"),
						Map.of(), command("azurite-blob", "0.0.0.0", STANDARD_PORT, persistence), STANDARD_PORT, port));
		AzuriteServer server = new AzuriteServer(directory, port, process);
		server.start();
		return server;
	}

	private static List<String> command(String binary, String host, int port, String... persistence) {
		List<String> command = new ArrayList<>(List.of(binary, "--blobHost", host, "--blobPort", Integer.toString(port),
				"--skipApiVersionCheck", "--disableTelemetry", "--silent"));
		command.addAll(List.of(persistence));
		return command;
	}

	private static Optional<Path> find() {
		List<Path> homes = new ArrayList<>();
		String home = System.getenv(HOME);
		if (home != null && !home.isEmpty()) {
			homes.add(Path.of(home));
		}
		homes.add(Path.of(System.getProperty("user.home"), ".cache", "leader-election", "azurite"));
		return Commands.find("azurite-blob",
				homes.stream().map((folder) -> folder.resolve("node_modules").resolve(".bin")).toList());
	}

	/**
	 * Where clients find it.
	 * @return the URL of the account
	 */
	public String endpoint() {
		return endpoint(port());
	}

	/**
	 * Where clients find it through a proxy.
	 * @param port the port of the proxy
	 * @return the URL of the account
	 */
	public static String endpoint(int port) {
		return "http://" + Loopback.HOST + ":" + port + "/" + ACCOUNT;
	}

	/**
	 * Where clients find it, and the key.
	 * @return the connection string
	 */
	public String connectionString() {
		return connectionString(port());
	}

	/**
	 * Where clients find it through a proxy, and the key.
	 * @param port the port of the proxy
	 * @return the connection string
	 */
	public static String connectionString(int port) {
		return "DefaultEndpointsProtocol=http;AccountName=" + ACCOUNT + ";AccountKey=" + KEY + ";BlobEndpoint="
				+ endpoint(port) + ";";
	}

	/** Whatever it answers: nobody is allowed to ask without a key. */
	@Override
	boolean isReady() {
		try (Socket socket = Loopback.connect(port())) {
			socket.setSoTimeout(1000);
			socket.getOutputStream()
				.write(("GET /" + ACCOUNT + "?comp=list HTTP/1.1\r\nHost: " + Loopback.HOST + ":" + port()
						+ "\r\nConnection: close\r\n\r\n")
					.getBytes(StandardCharsets.US_ASCII));
			return new String(socket.getInputStream().readNBytes(5), StandardCharsets.US_ASCII).equals("HTTP/");
		}
		catch (IOException ex) {
			return false;
		}
	}

}
