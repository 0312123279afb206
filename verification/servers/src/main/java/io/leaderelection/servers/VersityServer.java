/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A versitygw server: a service with the API of S3 over a folder. It has one bucket, and
 * a user without rights.
 */
public final class VersityServer extends TestServer {

	/** The bucket. */
	public static final String BUCKET = "elections";

	/** The access key of the user that may do everything. */
	public static final String ACCESS_KEY = "root-of-the-tests";

	/** The secret key of the user that may do everything. */
	public static final String SECRET_KEY = "secret-of-the-tests";

	/** The access key of a user without rights. */
	public static final String USER = "user-of-the-tests";

	/** The secret key of the user without rights. */
	public static final String USER_SECRET = "secret-of-the-user";

	private static final String DATA = "data";

	private VersityServer(Path directory, int port, ServerProcess process) {
		super(directory, port, process);
	}

	/**
	 * Starts a server that keeps its data over {@link #stop()} and {@link #kill()}.
	 * @return the running server
	 */
	public static VersityServer open() {
		Path program = BuiltServer.program("versitygw");
		Path directory = Commands.temporaryDirectory("versitygw");
		int port = Loopback.freePort();
		createDirectories(directory.resolve(DATA).resolve(BUCKET));
		createDirectories(directory.resolve("versions"));
		createDirectories(directory.resolve("iam"));
		Commands.write(directory.resolve("iam").resolve("users.json"),
				"{\"accessAccounts\":{\"%s\":{\"access\":\"%s\",\"secret\":\"%s\",\"role\":\"user\"}}}".formatted(USER,
						USER, USER_SECRET));
		List<String> command = List.of("env", "ROOT_ACCESS_KEY=" + ACCESS_KEY, "ROOT_SECRET_KEY=" + SECRET_KEY,
				program.toString(), "--port", Loopback.HOST + ":" + port, "--health", "/health", "--iam-dir",
				directory.resolve("iam").toString(), "posix", "--versioning-dir",
				directory.resolve("versions").toString(), directory.resolve(DATA).toString());
		return started(new VersityServer(directory, port, new NativeProcess(command, directory)));
	}

	private static void createDirectories(Path folder) {
		try {
			Files.createDirectories(folder);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot create " + folder, ex);
		}
	}

	/**
	 * Returns the URL for clients, which have to name the bucket in the path.
	 * @return the URL
	 */
	public String endpoint() {
		return endpoint(port());
	}

	/**
	 * Returns the URL for clients that use a proxy.
	 * @param port the port of the proxy
	 * @return the URL
	 */
	public static String endpoint(int port) {
		return "http://" + Loopback.HOST + ":" + port;
	}

	/**
	 * Deletes objects, as a person could.
	 * @param folder the names of the objects up to the last slash
	 * @param prefix what follows in their names
	 * @throws IOException if that fails
	 */
	public void delete(String folder, String prefix) throws IOException {
		try (DirectoryStream<Path> objects = Files
			.newDirectoryStream(directory().resolve(DATA).resolve(BUCKET).resolve(folder), prefix + "*")) {
			for (Path object : objects) {
				Files.deleteIfExists(object);
			}
		}
	}

	@Override
	boolean isReady() {
		return Loopback.answers(port(),
				"GET /health HTTP/1.1\r\nHost: " + Loopback.HOST + "\r\nConnection: close\r\n\r\n",
				(in) -> new String(in.readAllBytes(), StandardCharsets.US_ASCII).startsWith("HTTP/1.1 200"));
	}

}
