// The part of libmosquitto's binary interface (libmosquitto.so.1, unchanged since version 1.5) that Halo uses. The functions are looked up
// when MQTT is turned on, so that neither building nor running Halo needs the library. Source: mosquitto.h of mosquitto 2.0.

#pragma once
#include <stdbool.h>

struct mosquitto_message {
  int mid;
  char *topic;
  void *payload;
  int payloadlen;
  int qos;
  bool retain;
};
