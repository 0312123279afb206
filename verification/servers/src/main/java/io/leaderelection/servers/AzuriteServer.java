/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

	/** The emulator's published key, which is not secret. */
	public static final String KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/"
			+ "K1SZFPTOtr/KBHBeksoGMGw==";

	/** How many times slower a stepped clock runs, as set by its script. */
	public static final int SLOWER = 10;

	/** A shared access signature by that key, to list, change and delete blobs. */
	private static final String SIGNATURE = "&sv=2019-12-12&ss=b&srt=co&sp=rwdl&se=2099-01-01"
			+ "&sig=CCb10wMsSqZzOpHNUlGP%2Bv%2BtP2MVnwN7qbNFN56Ao1A%3D";

	private static final Pattern NAME = Pattern.compile("<Name>(.*?)</Name>");

	private static final int STANDARD_PORT = 10000;

	private static final long PATIENCE_MILLIS = 60_000;

	private static final String CLOCK_SCRIPT = "stepped-clock.js";

	private static final String CLOCK_FILE = "clock";

	private static final String MISSING = "azurite-blob is missing: run npm install --ignore-scripts --prefix "
			+ "~/.cache/leader-election/azurite azurite";

	private AzuriteServer(Path directory, int port, ServerProcess process) {
		super(directory, port, process);
	}

	/**
	 * Starts a server that keeps its data in memory and loses it in a restart.
	 * @return the running server
	 */
	public static AzuriteServer open() {
		return open("--inMemoryPersistence");
	}

	/**
	 * Starts a server that keeps its data on disk and retains it over {@link #stop()}.
	 * @return the running server
	 */
	public static AzuriteServer openWithData() {
		return open("--location", "data");
	}

	/**
	 * Starts a server in memory with a clock that almost stands still and is stepped by
	 * {@link #elapse(Duration)}.
	 * @return the running server
	 */
	public static AzuriteServer openWithSteppedClock() {
		Path directory = Commands.temporaryDirectory("azurite");
		int port = Loopback.freePort();
		Path script = directory.resolve(CLOCK_SCRIPT);
		try (InputStream in = Objects.requireNonNull(AzuriteServer.class.getResourceAsStream(CLOCK_SCRIPT))) {
			Files.copy(in, script);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		Commands.write(directory.resolve(CLOCK_FILE), "0");
		List<String> command = new ArrayList<>(List.of("env", "STEPPED_CLOCK_FILE=" + directory.resolve(CLOCK_FILE),
				"node", "--require", script.toString()));
		command.addAll(command(find().orElseThrow(() -> new IllegalStateException(MISSING)).toString(), Loopback.HOST,
				port, "--inMemoryPersistence"));
		return started(new AzuriteServer(directory, port, new NativeProcess(command, directory)));
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
		return started(new AzuriteServer(directory, port, process));
	}

	/**
	 * Steps the clock of a server opened by {@link #openWithSteppedClock()}, and waits
	 * until the server uses the new time.
	 * @param duration the length of the step
	 */
	public void elapse(Duration duration) {
		Path file = directory().resolve(CLOCK_FILE);
		long before = now();
		try {
			long offset = Long.parseLong(Files.readString(file)) + duration.toMillis();
			Commands.replace(file, Long.toString(offset));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		// The server returns whole seconds, so a shorter step may be invisible
		long least = before + Math.max(0, duration.toSeconds() * 1000);
		if (!Loopback.await(PATIENCE_MILLIS, () -> now() >= least)) {
			throw new IllegalStateException("The clock was not stepped: " + log());
		}
	}

	/**
	 * Returns the time of the server.
	 * @return milliseconds since the epoch, truncated to the second
	 */
	public long now() {
		String answer = ask();
		Matcher date = Pattern.compile("(?im)^date: (.*?)\\s*$").matcher(answer);
		if (!date.find()) {
			throw new IllegalStateException("The answer has no date: " + answer);
		}
		return DateTimeFormatter.RFC_1123_DATE_TIME.parse(date.group(1), Instant::from).toEpochMilli();
	}

	/**
	 * Deletes blobs, as a person could, also if they are leased.
	 * @param container their container
	 * @param prefix the prefix of their names
	 * @throws IOException if that fails
	 * @throws InterruptedException if the thread is interrupted
	 */
	public void delete(String container, String prefix) throws IOException, InterruptedException {
		String list = send("GET", container + "?restype=container&comp=list&prefix=" + prefix).body();
		for (MatchResult name : NAME.matcher(list).results().toList()) {
			String blob = container + "/" + name.group(1);
			send("PUT", blob + "?comp=lease", "x-ms-lease-action", "break", "x-ms-lease-break-period", "0");
			int status = send("DELETE", blob + "?").statusCode();
			if (status != HttpURLConnection.HTTP_ACCEPTED && status != HttpURLConnection.HTTP_NOT_FOUND) {
				throw new IOException("Azurite did not delete " + blob + ": " + status);
			}
		}
	}

	private HttpResponse<String> send(String method, String resource, String... headers)
			throws IOException, InterruptedException {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(endpoint() + "/" + resource + SIGNATURE))
			.timeout(Duration.ofSeconds(10))
			.method(method, HttpRequest.BodyPublishers.noBody());
		for (int i = 0; i < headers.length; i += 2) {
			request.header(headers[i], headers[i + 1]);
		}
		return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
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
	 * Returns the URL for clients.
	 * @return the URL of the account
	 */
	public String endpoint() {
		return endpoint(port());
	}

	/**
	 * Returns the URL for clients that use a proxy.
	 * @param port the port of the proxy
	 * @return the URL of the account
	 */
	public static String endpoint(int port) {
		return "http://" + Loopback.HOST + ":" + port + "/" + ACCOUNT;
	}

	/**
	 * Returns the connection string for clients, with the key.
	 * @return the connection string
	 */
	public String connectionString() {
		return connectionString(port());
	}

	/**
	 * Returns the connection string for clients that use a proxy, with the key.
	 * @param port the port of the proxy
	 * @return the connection string
	 */
	public static String connectionString(int port) {
		return "DefaultEndpointsProtocol=http;AccountName=" + ACCOUNT + ";AccountKey=" + KEY + ";BlobEndpoint="
				+ endpoint(port) + ";";
	}

	/** Any answer will do, because no request is authorized without a key. */
	@Override
	boolean isReady() {
		try {
			return ask().startsWith("HTTP/");
		}
		catch (UncheckedIOException ex) {
			return false;
		}
	}

	private String ask() {
		try (Socket socket = Loopback.connect(port())) {
			socket.setSoTimeout(1000);
			socket.getOutputStream()
				.write(("GET /" + ACCOUNT + "?comp=list HTTP/1.1\r\nHost: " + Loopback.HOST + ":" + port()
						+ "\r\nConnection: close\r\n\r\n")
					.getBytes(StandardCharsets.US_ASCII));
			return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
