// What the flows in Go share.
package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
)

var (
	ctx     = context.Background()
	channel = os.Getenv("WAC_CHANNEL")
	client  = clientWith(os.Getenv("WAC_API_KEY"))
)

func must(holds bool, why ...any) {
	if !holds {
		panic(fmt.Sprint(why...))
	}
}

func ok(step string) { fmt.Println("ok", step) }

// putBytes puts the bytes to a presigned URL, with the headers that the upload was given.
func putBytes(url string, headers map[string]any, content []byte) {
	put, err := http.NewRequest(http.MethodPut, url, bytes.NewReader(content))
	must(err == nil, err)
	for name, value := range headers {
		put.Header.Set(name, fmt.Sprint(value))
	}
	response, err := http.DefaultClient.Do(put)
	must(err == nil && response.StatusCode < 300, err)
	ok("put the bytes")
}

// getBytes gets the bytes of a presigned URL, and compares them.
func getBytes(url string, expected []byte) {
	got, err := http.Get(url)
	must(err == nil, err)
	read, err := io.ReadAll(got.Body)
	must(err == nil && bytes.Equal(read, expected), err)
	ok("get the bytes")
}

func main() {
	task := tasks()
	message := messages()
	blocking(task)
	memories(message)
	files()
	errors()
}
